include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/surefoot)
install(TARGETS surefoot EXPORT surefoot-targets FILE_SET HEADERS)
install(EXPORT surefoot-targets NAMESPACE surefoot:: DESTINATION ${destination})
# Apart, so that those without CUDA can use the rest.
if(TARGET surefoot_cuda)
  install(TARGETS surefoot_cuda EXPORT surefoot-cuda-targets FILE_SET HEADERS)
  install(EXPORT surefoot-cuda-targets NAMESPACE surefoot:: DESTINATION ${destination})
endif()
# Our headers include these few of Random123's, each with its licence: where ours are, they are found.
surefoot_install_random123(${CMAKE_INSTALL_INCLUDEDIR})
configure_file(${PROJECT_SOURCE_DIR}/cmake/surefoot-config.cmake surefoot-config.cmake COPYONLY)
write_basic_package_version_file(surefoot-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/surefoot-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/surefoot-config-version.cmake
        DESTINATION ${destination})
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
