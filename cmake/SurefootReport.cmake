# What an HTML report carries beside its numbers, as text inside the library: Vega, joined into one
# script, and our own style and script.
set(joined_vega ${PROJECT_SOURCE_DIR}/src/report/page/vega.js)  # in archives of the sources
if(NOT EXISTS ${joined_vega})
  find_path(VEGA_DIR vega-view.min.js PATHS /usr/share/javascript/vega REQUIRED
            DOC "folder with Vega 5's modules, of Debian's libjs-vega or of npm")
endif()

# Adds to a target a function `std::string_view surefoot::<name>()` with the content of a file.
function(surefoot_embed target name file)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DNAME=${name} -DOUTPUT=${output} -P ${script}
    DEPENDS ${file} ${script} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

function(surefoot_embed_report target)
  set(page ${PROJECT_SOURCE_DIR}/src/report/page)
  set(script ${PROJECT_SOURCE_DIR}/cmake/join_vega.cmake)
  set(vega ${CMAKE_CURRENT_BINARY_DIR}/vega.js)
  if(EXISTS ${joined_vega})
    set(vega ${joined_vega})
  else()
    add_custom_command(OUTPUT ${vega}
      COMMAND ${CMAKE_COMMAND} -DVEGA_DIR=${VEGA_DIR} -DNOTICE=${page}/vega-notice.txt
              -DOUTPUT=${vega} -P ${script}
      DEPENDS ${page}/vega-notice.txt ${script} VERBATIM)
  endif()
  surefoot_embed(${target} vega_script ${vega})
  surefoot_embed(${target} page_script ${page}/page.js)
  surefoot_embed(${target} page_style ${page}/page.css)
endfunction()
