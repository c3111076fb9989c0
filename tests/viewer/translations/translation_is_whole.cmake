# SPDX-License-Identifier: Apache-2.0
# Fails where a text of the viewer is missing in a translation, is unfinished there, or is there no more:
# collecting all texts anew must change nothing.
# Usage: cmake -D LUPDATE=program -D SOURCE=folder -D LANGUAGE=ru|en -P translation_is_whole.cmake
set(kept ${SOURCE}/viewer/translations/network_viewer_${LANGUAGE}.ts)
string(RANDOM LENGTH 12 name)
set(anew ${CMAKE_CURRENT_BINARY_DIR}/translation_${name}.ts)
file(COPY_FILE ${kept} ${anew})
set(options -I ${SOURCE} -no-obsolete -locations none)
if(LANGUAGE STREQUAL en)
    list(APPEND options -pluralonly)
endif()
execute_process(COMMAND ${LUPDATE} ${options} ${SOURCE}/viewer -ts ${anew}
                RESULT_VARIABLE failed OUTPUT_VARIABLE words ERROR_VARIABLE words)
file(READ ${kept} kept_text)
file(READ ${anew} anew_text)
file(REMOVE ${anew})
if(failed)
    message(FATAL_ERROR "lupdate failed: ${words}")
endif()
if(anew_text MATCHES "type=\"unfinished\"" OR anew_text MATCHES "<(translation|numerusform)></" OR NOT anew_text STREQUAL kept_text)
    message(FATAL_ERROR "${kept} and the texts differ: build the target update_translations, then fill in what is unfinished")
endif()
