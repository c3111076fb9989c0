<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>fabricmap::viewer::CurvePlot</name>
    <message numerus="yes">
        <source>%n curve(s)</source>
        <translation>
            <numerusform>%n curve</numerusform>
            <numerusform>%n curves</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::Curves</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::FindingsPanel</name>
    <message numerus="yes">
        <source>%n finding(s); Enter or a click goes there.</source>
        <translation>
            <numerusform>%n finding; Enter or a click goes there.</numerusform>
            <numerusform>%n findings; Enter or a click goes there.</numerusform>
        </translation>
    </message>
</context>
</TS>
