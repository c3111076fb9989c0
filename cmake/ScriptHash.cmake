# SPDX-License-Identifier: Apache-2.0
# script_hash(FILE RESULT): SHA-256 of a file in base64, by which a page allows its own script and no other.
function(script_hash file result)
    set(digits ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
    file(SHA256 ${file} hash)
    set(text "")
    # Three bytes are four digits; of the last three one is missing.
    foreach(first RANGE 0 60 6)
        string(SUBSTRING "${hash}00" ${first} 6 bytes)
        foreach(shift IN ITEMS 18 12 6 0)
            math(EXPR number "(0x${bytes} >> ${shift}) & 63")
            string(SUBSTRING ${digits} ${number} 1 digit)
            string(APPEND text ${digit})
        endforeach()
    endforeach()
    string(SUBSTRING ${text} 0 43 text)
    set(${result} "${text}=" PARENT_SCOPE)
endfunction()
