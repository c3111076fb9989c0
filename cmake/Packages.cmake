# SPDX-License-Identifier: Apache-2.0
# What is installed goes into one of four packages, which packaging/ describes: base, mpi, viewer and lab. What names none
# belongs to base.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME base)
# CPack packs what was built; it builds no tests first.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# Where shells look for completions. Debian's zsh has a folder for those of packages.
set(zsh_folder zsh/site-functions)
if(EXISTS /etc/debian_version)
    set(zsh_folder zsh/vendor-completions)
endif()

# install_program(TARGET PACKAGE): a program that people start, with its completions. Its man page goes into the same
# package. In the build folder, too, completions lie where shells find them, below share/.
function(install_program program package)
    install(TARGETS ${program} RUNTIME COMPONENT ${package})
    set_property(GLOBAL PROPERTY package_of_${program} ${package})
    set(script_of_bash bash-completion/completions/${program})
    set(script_of_zsh ${zsh_folder}/_${program})
    set(script_of_fish fish/vendor_completions.d/${program}.fish)
    foreach(shell IN ITEMS bash zsh fish)
        set(script ${CMAKE_BINARY_DIR}/share/${script_of_${shell}})
        cmake_path(GET script PARENT_PATH folder)
        file(MAKE_DIRECTORY ${folder})
        add_custom_command(TARGET ${program} POST_BUILD COMMAND ${program} --completion ${shell} > ${script} VERBATIM)
        cmake_path(GET script_of_${shell} PARENT_PATH folder)
        install(FILES ${script} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} COMPONENT ${package})
    endforeach()
endfunction()

# install_helpers(PACKAGE TARGET...): what programs start or load, where installed_helper() looks for it.
function(install_helpers package)
    install(TARGETS ${ARGN} RUNTIME DESTINATION lib/fabricmap COMPONENT ${package}
            LIBRARY DESTINATION lib/fabricmap COMPONENT ${package})
endfunction()
