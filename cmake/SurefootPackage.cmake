# A package for Debian and Ubuntu, of what is installed: in a build folder, `cpack` writes it.  It
# depends on the libraries of the release that it is built on, as dpkg-shlibdeps finds them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "surefoot")
set(CPACK_PACKAGE_CONTACT "The authors of surefoot")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# For headers of one's own, and for pictures as files.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS g++)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS chromium)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"You have a simulator but no likelihood, and data of which some may be wrong:
surefoot gives a posterior for the simulator's parameters that a handful of
outliers cannot drag away.
.
This package has the program surefoot and the C++ library with its headers.")
include(CPack)
