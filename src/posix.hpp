#pragma once

#include <filesystem>

// Calls that systems spell differently: Linux has some that are quicker or closer, others have what
// POSIX asks for.
namespace surefoot {

/// A pipe that programs which are started do not get to see.  -1 and errno, as of pipe().
int private_pipe(int ends[2]);

/// Two ends between which whole messages go, which programs that are started do not get to see.  -1
/// and errno, as of socketpair().
int private_socket_pair(int ends[2]);

/// A file without a name, to be shared as memory.  -1 and errno, as of open().
int nameless_file();

/// Closes descriptors from this one on.
void close_from(int lowest);

/// Has this process end with the one that started it, where the system can do that.
void end_with_parent();

/// Lets this process and those that it forks crash without leaving a file.
void leave_no_core();

/// Has what was written to a file reach the disk.  -1 and errno, as of fsync().
int sync_data(int file);

/// The variables of the environment, with a null behind the last.
char** environment();

/// The file of the program that this process runs; empty where the system does not say.
std::filesystem::path program_file();

/// What is passed to send(), so that an end that was closed is an error and no signal.  Where there
/// is no such flag, SIGPIPE is ignored: by the program, by Python and by the processes of headers.
extern const int no_signal;

/// What is passed to recvmsg(), so that descriptors which come along are not seen by programs.
extern const int close_on_exec;

// What POSIX has for it, whatever this system is: the above are these where there is nothing
// better.
namespace posix {
int private_pipe(int ends[2]);
int private_socket_pair(int ends[2]);
int nameless_file();
void close_from(int lowest);
void leave_no_core();
}  // namespace posix

}  // namespace surefoot
