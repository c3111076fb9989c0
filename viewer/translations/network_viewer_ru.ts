<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>AxisText</name>
    <message>
        <source>sender</source>
        <translation>отправитель</translation>
    </message>
    <message>
        <source>receiver</source>
        <translation>получатель</translation>
    </message>
    <message>
        <source>message length, bytes</source>
        <translation>длина сообщения, байт</translation>
    </message>
    <message>
        <source>root</source>
        <translation>корень</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>ранг</translation>
    </message>
</context>
<context>
    <name>BreakText</name>
    <message>
        <source>%1: bends from %2 on</source>
        <translation>%1: перегиб начиная с %2</translation>
    </message>
    <message>
        <source>%1: %2 from %3 on</source>
        <translation>%1: %2 начиная с %3</translation>
    </message>
</context>
<context>
    <name>CellText</name>
    <message>
        <source>bytes: %1</source>
        <translation>байтов: %1</translation>
    </message>
    <message>
        <source>messages: %1</source>
        <translation>сообщений: %1</translation>
    </message>
    <message>
        <source>deviation %1 times the median</source>
        <translation>отклонение в %1 раза от медианы</translation>
    </message>
    <message>
        <source>as much as in the baseline</source>
        <translation>столько же, сколько в базовом измерении</translation>
    </message>
    <message>
        <source>%1 times as much as in the baseline</source>
        <translation>в %1 раза относительно базового измерения</translation>
    </message>
    <message>
        <source>cluster %1</source>
        <translation>кластер %1</translation>
    </message>
    <message>
        <source>samples: %1</source>
        <translation>отсчётов: %1</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>не измерено</translation>
    </message>
    <message>
        <source>never measured</source>
        <translation>не измеряется</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>ещё не прочитано</translation>
    </message>
    <message>
        <source>, class median %1</source>
        <translation>, медиана класса %1</translation>
    </message>
    <message>
        <source>, class median %1 (%2)</source>
        <translation>, медиана класса %1 (%2)</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>ранг %1</translation>
    </message>
    <message>
        <source>rank %1 on %2</source>
        <translation>ранг %1 на %2</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 байт</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 байт</translation>
    </message>
    <message>
        <source>%1 → %2, %3: %4%5</source>
        <translation>%1 → %2, %3: %4%5</translation>
    </message>
    <message>
        <source>all lengths</source>
        <translation>все длины</translation>
    </message>
    <message>
        <source>%1 to %2 bytes</source>
        <translation>от %1 до %2 байт</translation>
    </message>
    <message>
        <source>%1 times as long as expected</source>
        <translation>ожидаемое время × %1</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>{} from {} on</source>
        <translation>{} начиная с {}</translation>
    </message>
    <message>
        <source>link {} -&gt; {}</source>
        <translation>связь {} -&gt; {}</translation>
    </message>
    <message>
        <source>link {} &lt;-&gt; {}</source>
        <translation>связь {} &lt;-&gt; {}</translation>
    </message>
    <message>
        <source>rank {} on {}</source>
        <translation>ранг {} на {}</translation>
    </message>
    <message>
        <source>switch of {}</source>
        <translation>коммутатор узлов {}</translation>
    </message>
    <message>
        <source>the machine as a whole</source>
        <translation>машина в целом</translation>
    </message>
    <message>
        <source>sends</source>
        <translation>отправляет</translation>
    </message>
    <message>
        <source>receives</source>
        <translation>принимает</translation>
    </message>
    <message>
        <source>sends and receives</source>
        <translation>отправляет и принимает</translation>
    </message>
    <message>
        <source>is</source>
        <translation>работает</translation>
    </message>
    <message>
        <source>are</source>
        <translation>работают</translation>
    </message>
    <message>
        <source> and </source>
        <translation> и </translation>
    </message>
    <message>
        <source>{} times slower</source>
        <translation>в {} раза медленнее</translation>
    </message>
    <message>
        <source>{} times faster</source>
        <translation>в {} раза быстрее</translation>
    </message>
    <message>
        <source>in both directions</source>
        <translation>в обоих направлениях</translation>
    </message>
    <message>
        <source>in this direction only</source>
        <translation>только в этом направлении</translation>
    </message>
    <message>
        <source>{does}{slower}</source>
        <translation>{does}{slower}</translation>
    </message>
    <message>
        <source>{slower} {ways}</source>
        <translation>{slower} {ways}</translation>
    </message>
    <message>
        <source>{slower} when both sides send</source>
        <translation>{slower}, когда отправляют обе стороны</translation>
    </message>
    <message>
        <source>{slower} than the reverse direction</source>
        <translation>{slower} обратного направления</translation>
    </message>
    <message>
        <source>delays spread {factor} times more than elsewhere</source>
        <translation>— разброс задержек в {factor} раза больше, чем у других</translation>
    </message>
    <message>
        <source>nothing was measured</source>
        <translation>— ничего не измерено</translation>
    </message>
    <message>
        <source>answered nobody when the run hung</source>
        <translation>— никому не ответил, когда измерение зависло</translation>
    </message>
    <message>
        <source>{is} {slower} than in the baseline</source>
        <translation>{is} {slower}, чем в базовом измерении</translation>
    </message>
    <message>
        <source>{is} {faster} than in the baseline</source>
        <translation>{is} {faster}, чем в базовом измерении</translation>
    </message>
    <message>
        <source>is not on its declared switch</source>
        <translation>— не на заявленном коммутаторе</translation>
    </message>
    <message>
        <source>{are} of a kind whose messages take {factor} times as long</source>
        <translation>— узлы, сообщения которых идут в {factor} раза дольше</translation>
    </message>
    <message>
        <source>has slots on its hosts between which messages take {factor} times as long</source>
        <translation>— на узлах есть места, между которыми сообщения идут в {factor} раза дольше</translation>
    </message>
    <message>
        <source>has {share} of its pairs on routes {slower}</source>
        <translation>— {share} пар на маршрутах {slower} остальных</translation>
    </message>
    <message>
        <source>{extra} farther away</source>
        <translation>дальше на {extra}</translation>
    </message>
    <message>
        <source>lacks {share} of its pairs, scattered</source>
        <translation>— не хватает {share} пар, вразброс</translation>
    </message>
    <message>
        <source>Check {host}&apos;s adapter and cable for errors, and its load, power settings and interrupts.</source>
        <translation>Проверьте ошибки адаптера и кабеля {host}, его нагрузку, режим питания и прерывания.</translation>
    </message>
    <message>
        <source>Only long messages are slow: check the rate and width at which {host}&apos;s adapter, cable and slot run.</source>
        <translation>Медленны только длинные сообщения: проверьте скорость и ширину, на которых работают адаптер, кабель и слот {host}.</translation>
    </message>
    <message>
        <source>Check what else runs on its core, and whether its memory and adapter are near the core.</source>
        <translation>Проверьте, что ещё работает на его ядре и близки ли к ядру память и адаптер.</translation>
    </message>
    <message>
        <source>Both hosts are healthy otherwise: check the route between {ends} for a bad cable or port.</source>
        <translation>В остальном оба узла исправны: проверьте кабели и порты на маршруте между {ends}.</translation>
    </message>
    <message>
        <source>Check the cable between {ends} and its error counters.</source>
        <translation>Проверьте кабель между {ends} и его счётчики ошибок.</translation>
    </message>
    <message>
        <source>Check the switch of these hosts and its uplinks: one may be down or slow.</source>
        <translation>Проверьте коммутатор этих узлов и его восходящие линии: одна может не работать или быть медленной.</translation>
    </message>
    <message>
        <source>Check the cables between the switches of these hosts, and the routes over them.</source>
        <translation>Проверьте кабели между коммутаторами этих узлов и маршруты через них.</translation>
    </message>
    <message>
        <source>Check whether a port negotiated half duplex, or whether both directions share one lane.</source>
        <translation>Проверьте, не согласован ли на порту полудуплекс и не идут ли оба направления по одной линии.</translation>
    </message>
    <message>
        <source>Check {host} for other load, daemons, frequency changes and retransmissions.</source>
        <translation>Проверьте на {host} постороннюю нагрузку, фоновые службы, смену частоты и повторные передачи.</translation>
    </message>
    <message>
        <source>Check whether the host is up and its network interface in use.</source>
        <translation>Проверьте, работает ли узел и используется ли его сетевой интерфейс.</translation>
    </message>
    <message>
        <source>Check firewall and routes between the two hosts.</source>
        <translation>Проверьте межсетевой экран и маршруты между двумя узлами.</translation>
    </message>
    <message>
        <source>Check what was changed there since the baseline was measured.</source>
        <translation>Проверьте, что там изменилось со времени базового измерения.</translation>
    </message>
    <message>
        <source>Nothing to do; make a new baseline if this is permanent.</source>
        <translation>Ничего не требуется; если так и останется, сделайте новое базовое измерение.</translation>
    </message>
    <message>
        <source>Check where its cable is plugged in, or correct the declared topology.</source>
        <translation>Проверьте, куда включён его кабель, или исправьте заявленную топологию.</translation>
    </message>
    <message>
        <source>If their hardware differs, nothing is wrong; otherwise check what they have in common: adapter, firmware, power settings.</source>
        <translation>Если у них другое оборудование, всё в порядке; иначе проверьте, что у них общего: адаптер, прошивка, режим питания.</translation>
    </message>
    <message>
        <source>Check which adapter, socket or rail serves these slots, and bind ranks accordingly.</source>
        <translation>Проверьте, какой адаптер, сокет или линия обслуживает эти места, и привяжите ранги соответственно.</translation>
    </message>
    <message>
        <source>Check how routes are chosen, and the switches that only some of them pass.</source>
        <translation>Проверьте выбор маршрутов и коммутаторы, через которые проходит лишь часть из них.</translation>
    </message>
    <message>
        <source>Nothing to do where its cables are that much longer: 5 ns a metre.</source>
        <translation>Ничего не требуется, если его кабели настолько длиннее: 5 нс на метр.</translation>
    </message>
    <message>
        <source>To judge those that are missing, continue the run (--resume), or repeat the check with a larger --time.</source>
        <translation>Чтобы судить о недостающих, продолжите запуск (--resume) или повторите проверку с большим --time.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>неизвестно</translation>
    </message>
    <message>
        <source>, from 1 value</source>
        <translation>, по 1 значению</translation>
    </message>
    <message>
        <source>, from {} values</source>
        <translation>, по {} значениям</translation>
    </message>
    <message>
        <source>{} ({} to {} at 95 %)</source>
        <translation>{} (от {} до {}, 95 %)</translation>
    </message>
    <message>
        <source>over 99.99 %</source>
        <translation>более 99,99 %</translation>
    </message>
    <message>
        <source>{} to {}</source>
        <translation>от {} до {}</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>вид</translation>
    </message>
    <message>
        <source>{}, both directions</source>
        <translation>{}, в обе стороны</translation>
    </message>
    <message>
        <source>{}, side {}</source>
        <translation>{}, сторона: {}</translation>
    </message>
    <message>
        <source>sender</source>
        <translation>отправитель</translation>
    </message>
    <message>
        <source>receiver</source>
        <translation>получатель</translation>
    </message>
    <message>
        <source>both</source>
        <translation>обе</translation>
    </message>
    <message>
        <source>factor</source>
        <translation>коэффициент</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>достоверность</translation>
    </message>
    <message>
        <source>lengths</source>
        <translation>длины</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>скорость</translation>
    </message>
    <message>
        <source>{}, latency normal</source>
        <translation>{}, задержка обычная</translation>
    </message>
    <message>
        <source>{} ({})</source>
        <translation>{} ({})</translation>
    </message>
    <message>
        <source>adds</source>
        <translation>добавляет</translation>
    </message>
    <message>
        <source>up to {} to a message</source>
        <translation>до {} на сообщение</translation>
    </message>
    <message>
        <source>severity</source>
        <translation>тяжесть</translation>
    </message>
    <message>
        <source>adds {} to the sum of all delays</source>
        <translation>увеличивает сумму всех задержек на {}</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>ранги</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>числа</translation>
    </message>
    <message>
        <source>fraction of pairs</source>
        <translation>доля пар</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>пары</translation>
    </message>
    <message>
        <source>hosts of this kind</source>
        <translation>узлы этого вида</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>запуски</translation>
    </message>
    <message>
        <source>baseline runs</source>
        <translation>исходные запуски</translation>
    </message>
    <message>
        <source>pairs of hosts behind</source>
        <translation>пары узлов за ним</translation>
    </message>
    <message>
        <source>note</source>
        <translation>примечание</translation>
    </message>
    <message>
        <source>advice</source>
        <translation>совет</translation>
    </message>
    <message>
        <source>New: it was healthy in the baseline.</source>
        <translation>Новое: в базовом измерении было исправно.</translation>
    </message>
    <message>
        <source>Recovered: it was slow in the baseline.</source>
        <translation>Восстановилось: в базовом измерении было медленно.</translation>
    </message>
    <message>
        <source>It was slow in the baseline already.</source>
        <translation>Было медленно уже в базовом измерении.</translation>
    </message>
    <message>
        <source>And {} more.</source>
        <translation>И ещё {}.</translation>
    </message>
    <message>
        <source>Of its ranks these alone: {}.</source>
        <translation>Из его рангов только эти: {}.</translation>
    </message>
    <message>
        <source>Of the {} tables of ranks by roots in which its least time stands out this is the clearest.</source>
        <translation>Из {} таблиц рангов по корням, в которых выделяется его наименьшее время, эта самая ясная.</translation>
    </message>
    <message>
        <source>The other ranks start in time: look for what else runs on its core.</source>
        <translation>Остальные ранги начинают вовремя: посмотрите, что ещё работает на его ядре.</translation>
    </message>
    <message>
        <source>{}.</source>
        <translation>{}.</translation>
    </message>
    <message>
        <source>{}: {} ({}{}).</source>
        <translation>{}: {} ({}{}).</translation>
    </message>
    <message>
        <source>{}: {} with all hosts ({}), {} without it ({}): {} times.</source>
        <translation>{}: {} со всеми узлами ({}), {} без него ({}): в {} раз.</translation>
    </message>
    <message>
        <source>makes {} slow: {} takes {} with all hosts and {} without this one</source>
        <translation>замедляет {}: {} занимает {} со всеми узлами и {} без этого</translation>
    </message>
    <message>
        <source>is late in {} with every root: by {} with {} of {}, {} times what the others take</source>
        <translation>запаздывает в {} с каждым корнем: на {} в {} длины {}, в {} раз дольше остальных</translation>
    </message>
    <message>
        <source>starts late in {} of the measurements, by {}</source>
        <translation>начинает поздно в {} измерений, на {}</translation>
    </message>
    <message>
        <source>is slower than in the baseline in {} of {}: {} is {}</source>
        <translation>медленнее базового измерения в {} из {}: {} {}</translation>
    </message>
    <message>
        <source>is faster than in the baseline in {} of {}: {} is {}</source>
        <translation>быстрее базового измерения в {} из {}: {} {}</translation>
    </message>
    <message>
        <source>Against the baseline {} of its parts have changed.</source>
        <translation>По сравнению с базовым измерением изменилось частей: {}.</translation>
    </message>
    <message>
        <source>All paths to and from these hosts are affected, and none between them: their uplink.</source>
        <translation>Затронуты все пути к этим узлам и от них, но не между ними: их восходящая линия.</translation>
    </message>
    <message>
        <source>All paths to and from this host are affected: its own port.</source>
        <translation>Затронуты все пути к этому узлу и от него: его собственный порт.</translation>
    </message>
    <message>
        <source>Declared on {}, measured near none of the declared switches.</source>
        <translation>Заявлен на {}, измерен вдали от всех заявленных коммутаторов.</translation>
    </message>
    <message>
        <source>Declared on {}, measured near the hosts of {}.</source>
        <translation>Заявлен на {}, измерен рядом с узлами {}.</translation>
    </message>
    <message>
        <source>{} slow pairs of hosts are all routed over the cable between these neighbours.</source>
        <translation>Медленные пары узлов ({}) все проходят по кабелю между этими соседями.</translation>
    </message>
    <message>
        <source>{} paths to and from other groups of hosts are slower as well: those over this cable.</source>
        <translation>Пути к другим группам узлов и от них ({}) тоже медленнее: те, что идут по этому кабелю.</translation>
    </message>
    <message>
        <source>Half a round trip does not show which direction is slow; a single one would be {} times slower. Measure with network_test --timing synchronized.</source>
        <translation>Половина времени туда и обратно не показывает, какое направление медленное; одно направление было бы медленнее в {} раза. Измерьте с network_test --timing synchronized.</translation>
    </message>
    <message>
        <source>Three hosts cannot show which part makes this pair differ from the two others: measure with a fourth.</source>
        <translation>По трём узлам не видно, какая часть отличает эту пару от двух других: измерьте с четвёртым узлом.</translation>
    </message>
    <message>
        <source>The two kinds have {} and {} hosts: delays cannot show which of them is the healthy one, or whether they are far from each other.</source>
        <translation>В двух видах узлов {} и {}: по задержкам не видно, какой из них исправен и не далеки ли они друг от друга.</translation>
    </message>
    <message>
        <source>{} of {} paths between hosts, about as many of each host.</source>
        <translation>Путей между узлами: {} из {}, примерно поровну у каждого узла.</translation>
    </message>
    <message>
        <source>Slower between hosts from one slot to another: {}.</source>
        <translation>Медленнее между узлами с одного места на другое: {}.</translation>
    </message>
    <message>
        <source>within hosts</source>
        <translation>внутри узлов</translation>
    </message>
    <message>
        <source>between hosts</source>
        <translation>между узлами</translation>
    </message>
    <message>
        <source>level {}</source>
        <translation>уровень {}</translation>
    </message>
    <message>
        <source>{} hop</source>
        <translation>{} переход</translation>
    </message>
    <message>
        <source>{} hops</source>
        <translation>переходов: {}</translation>
    </message>
    <message>
        <source>across the spine</source>
        <translation>через верхний уровень</translation>
    </message>
    <message>
        <source>same leaf</source>
        <translation>один лист</translation>
    </message>
    <message>
        <source>same pod</source>
        <translation>один под</translation>
    </message>
    <message>
        <source>same level-{} group</source>
        <translation>одна группа уровня {}</translation>
    </message>
    <message>
        <source>to slower kind</source>
        <translation>к медленному виду</translation>
    </message>
    <message>
        <source>from slower kind</source>
        <translation>от медленного вида</translation>
    </message>
    <message>
        <source>within slower kind</source>
        <translation>внутри медленного вида</translation>
    </message>
    <message>
        <source>slower route</source>
        <translation>медленный маршрут</translation>
    </message>
    <message>
        <source>slower places</source>
        <translation>медленные места</translation>
    </message>
    <message>
        <source>single</source>
        <translation>один уровень</translation>
    </message>
    <message>
        <source>hierarchy</source>
        <translation>иерархия</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>решётка</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>группы</translation>
    </message>
    <message>
        <source>1 suspect rests</source>
        <translation>Есть подозрение, основанное</translation>
    </message>
    <message>
        <source>{} suspects rest</source>
        <translation>Есть подозрения ({}), основанные</translation>
    </message>
    <message>
        <source>on unconfirmed measurements: what --suspects FILE writes, network_test --resume --confirm FILE measures again; then diagnose again.</source>
        <translation>на неподтверждённых измерениях: что запишет --suspects, то network_test --resume --confirm измерит ещё раз; затем повторите диагностику.</translation>
    </message>
    <message>
        <source>on unconfirmed measurements of the run in which both sides send: diagnose that run alone with --suspects FILE, measure again with network_test --resume --confirm FILE; then diagnose both again.</source>
        <translation>на неподтверждённых измерениях запуска, в котором передают обе стороны: проверьте его отдельно с --suspects, измерьте ещё раз с network_test --resume --confirm; затем повторите диагностику обоих.</translation>
    </message>
    <message>
        <source>on ranks that shared cores: measure again with a core for each rank.</source>
        <translation>на процессах, которые делили ядра: повторите измерение с ядром для каждого процесса.</translation>
    </message>
    <message>
        <source>on values whose uncertainty exceeds the effect: measure again with a larger -n, or on a less loaded machine.</source>
        <translation>на значениях, погрешность которых больше отличия: повторите измерение с большим -n или на менее загруженной машине.</translation>
    </message>
    <message>
        <source>{} of {} ranks shared cores with others: delays include waiting for a core.</source>
        <translation>{} из {} процессов делили ядра с другими: задержки включают ожидание ядра.</translation>
    </message>
    <message>
        <source>Measure with a core for each rank.</source>
        <translation>Измеряйте с ядром для каждого процесса.</translation>
    </message>
    <message>
        <source>The run has no host names: each rank is treated as a host. Measure with network_test, which records them.</source>
        <translation>В запуске нет имён узлов: каждый процесс считается узлом. Измерьте с network_test, который их записывает.</translation>
    </message>
    <message>
        <source>The run did not end: continue it with {} --resume, or measure again.</source>
        <translation>Запуск не завершён: продолжите его с {} --resume или измерьте заново.</translation>
    </message>
    <message>
        <source>on unconfirmed measurements: repeat fabricmap check with a larger --time, or while the machine is idle.</source>
        <translation>на неподтверждённых измерениях: повторите fabricmap check с большим --time или на свободной машине.</translation>
    </message>
    <message>
        <source>on values whose uncertainty exceeds the effect: repeat fabricmap check with a larger --time, or on a less loaded machine.</source>
        <translation>на значениях, погрешность которых больше отличия: повторите fabricmap check с большим --time или на менее загруженной машине.</translation>
    </message>
    <message>
        <source>on few slow samples: repeat fabricmap check with a larger --time, which counts more.</source>
        <translation>на немногих медленных отсчётах: повторите fabricmap check с большим --time, чтобы сосчитать больше.</translation>
    </message>
    <message>
        <source>A run of the check did not end: repeat fabricmap check with a larger --time.</source>
        <translation>Запуск проверки не завершён: повторите fabricmap check с большим --time.</translation>
    </message>
    <message>
        <source>Fewer than four hosts cannot be compared: check more, or accept an earlier check of them when they were healthy (fabricmap accept).</source>
        <translation>Меньше четырёх узлов сравнить нельзя: проверьте больше либо примите прежнюю проверку, когда они были исправны (fabricmap accept).</translation>
    </message>
    <message>
        <source>Measured with too few other hosts to be judged: {}. Repeat fabricmap check with a larger --time.</source>
        <translation>Измерены со слишком немногими другими узлами, чтобы судить о них: {}. Повторите fabricmap check с большим --time.</translation>
    </message>
    <message>
        <source>{} of the values are less precise than the check asked for: repeat fabricmap check with a larger --time, or on a less loaded machine.</source>
        <translation>{} значений менее точны, чем запрошено проверкой: повторите fabricmap check с большим --time или на менее загруженной машине.</translation>
    </message>
    <message>
        <source>No message above {} was measured, and a slow rate shows in long ones: repeat fabricmap check with a larger --time.</source>
        <translation>Сообщения длиннее {} не измерены, а низкая скорость видна на длинных: повторите fabricmap check с большим --time.</translation>
    </message>
    <message>
        <source>A host that is {} slower would not stand out from the noise of this check: repeat fabricmap check with a larger --time, or on a less loaded machine.</source>
        <translation>Узел, который медленнее на {}, не выделялся бы из шума этой проверки: повторите fabricmap check с большим --time или на менее загруженной машине.</translation>
    </message>
    <message>
        <source>All ranks are on one host: start them on four hosts or more.</source>
        <translation>Все процессы на одном узле: запустите их на четырёх или больше.</translation>
    </message>
    <message>
        <source>Fewer than four hosts cannot be compared: measure more, or give --baseline.</source>
        <translation>Меньше четырёх узлов сравнить нельзя: измерьте больше либо задайте --baseline.</translation>
    </message>
    <message>
        <source>Measured with too few other hosts to be judged: {}. Measure more pairs (network_test: --sample-pairs).</source>
        <translation>Измерены со слишком немногими другими узлами, чтобы судить о них: {}. Измерьте больше пар (network_test: --sample-pairs).</translation>
    </message>
    <message>
        <source>Of {} pairs measured some take up to {} times as long as the quickest: {}. Which of their hosts is slow, or what lies between them, so few pairs cannot show.</source>
        <translation>Из {} измеренных пар некоторые медленнее самой быстрой, до {} раз: {}. Какой из их узлов медленный или что лежит между ними, столь немногие пары показать не могут.</translation>
    </message>
    <message>
        <source>{} of the values are less precise than the run asked for: measure again with a larger -n, or on a less loaded machine.</source>
        <translation>{} значений менее точны, чем запрошено: повторите измерение с большим -n или на менее загруженной машине.</translation>
    </message>
    <message>
        <source>No message above {} was measured, and a slow rate shows in long ones: measure up to 1M, as with --lengths 0,1K,64K,1M.</source>
        <translation>Сообщения длиннее {} не измерены, а низкая скорость видна на длинных: измерьте до 1M, например с --lengths 0,1K,64K,1M.</translation>
    </message>
    <message>
        <source>Of {} of the values the starts err by more than what is measured: measure with a core for each rank.</source>
        <translation>У {} величин ошибка начала больше измеряемого: измерьте, выделив каждому процессу ядро.</translation>
    </message>
    <message>
        <source>In the operations measured all hosts are late where one is: measure with --find-slow, or gather or scatter with --roots all.</source>
        <translation>В измеренных операциях опаздывают все узлы, если опаздывает один: измерьте с --find-slow либо измерьте сбор или рассылку от каждого корня (--roots).</translation>
    </message>
    <message>
        <source>A host that is {} slower would not stand out from the noise of this run: measure again with a larger -n, or on a less loaded machine.</source>
        <translation>Узел, который медленнее на {}, не выделялся бы из шума этого запуска: повторите измерение с большим -n или на менее загруженной машине.</translation>
    </message>
    <message>
        <source>A host that makes operations {} slower would not stand out from the noise of this run: measure with a core for each rank, or on a less loaded machine.</source>
        <translation>Узел, который замедляет операции на {}, не выделялся бы из шума этого запуска: измеряйте с отдельным ядром для каждого процесса или на менее загруженной машине.</translation>
    </message>
    <message>
        <source>{} of the samples take more than 5 times their median, between most hosts: packets are lost on what they share, or the machine is busy. Check the counters of the switches, and measure again while it is idle.</source>
        <translation>{} отсчётов дольше пяти своих медиан, и это между большинством узлов: пакеты теряются на том, что у узлов общее, или машина занята. Проверьте счётчики коммутаторов и повторите измерение на свободной машине.</translation>
    </message>
    <message>
        <source>{} of {} hosts have more slow samples than the others, with which these were counted: look for what they share.</source>
        <translation>У {} из {} узлов медленных отсчётов больше, чем у остальных, с которыми они здесь сосчитаны: ищите, что у этих узлов общее.</translation>
    </message>
    <message>
        <source>About {} of its samples take more than 5 times the median, the longest {}: as where packets are lost or a link flaps.</source>
        <translation>Около {} её измерений длятся дольше 5 медиан, самое долгое {}: так бывает при потере пакетов или мигающей линии.</translation>
    </message>
    <message>
        <source>fraction of slow samples</source>
        <translation>доля медленных измерений</translation>
    </message>
    <message>
        <source>longest sample s</source>
        <translation>самое долгое измерение, с</translation>
    </message>
    <message>
        <source>is {factor} times slower in a part of its values</source>
        <translation>медленнее в {factor} раза в части значений</translation>
    </message>
    <message>
        <source>From {} on each message takes the same {} longer: compare the MTU there with that of the switch and of other hosts.</source>
        <translation>Начиная с {} каждое сообщение идёт на одни и те же {} дольше: сравните наибольший размер пакета там с тем, что у коммутатора и других узлов.</translation>
    </message>
    <message>
        <source>has two slots exchanged</source>
        <translation>имеет два переставленных места</translation>
    </message>
    <message>
        <source>has slots {} and {} exchanged</source>
        <translation>имеет переставленные места {} и {}</translation>
    </message>
    <message>
        <source>Messages of each take as long as those of the other do on other hosts: {} of the difference.</source>
        <translation>Сообщения каждого идут столько, сколько на других узлах идут сообщения другого: {} разницы.</translation>
    </message>
    <message>
        <source>Check which adapters their cables are plugged into, and to which core, socket or rail the ranks of these slots are bound.</source>
        <translation>Проверьте, в какие адаптеры вставлены их кабели и к какому ядру, сокету или каналу привязаны процессы этих мест.</translation>
    </message>
    <message>
        <source>carries </source>
        <translation>пропускает </translation>
    </message>
    <message>
        <source>{} ({} to {})</source>
        <translation>{} (от {} до {})</translation>
    </message>
    <message>
        <source>{carries}{kept} of what {others} do: {lost}</source>
        <translation>{carries}{kept} от того, что {others}: {lost}</translation>
    </message>
    <message>
        <source>the other {} leaves</source>
        <translation>остальные {} листовых коммутаторов</translation>
    </message>
    <message>
        <source>the other paths of these leaves</source>
        <translation>другие пути этих листовых коммутаторов</translation>
    </message>
    <message>
        <source>a cable between them is missing or idle</source>
        <translation>кабель между ними отсутствует или не занят</translation>
    </message>
    <message>
        <source>as with 1 of {} uplinks missing or idle</source>
        <translation>как если бы 1 из {} восходящих каналов отсутствовал или не был занят</translation>
    </message>
    <message>
        <source>less than 1 of {} uplinks; one may run at a lower rate</source>
        <translation>меньше 1 из {} восходящих каналов; один может работать на меньшей скорости</translation>
    </message>
    <message>
        <source>1 of {} uplinks is missing or idle</source>
        <translation>1 из {} восходящих каналов отсутствует или не занят</translation>
    </message>
    <message>
        <source>{} of {} uplinks are missing or idle</source>
        <translation>{} из {} восходящих каналов отсутствуют или не заняты</translation>
    </message>
    <message>
        <source>Check the state, rate and error counters of the switch&apos;s uplinks, and whether the routes use all of them.</source>
        <translation>Проверьте состояние, скорость и счётчики ошибок восходящих каналов коммутатора и все ли они используются маршрутами.</translation>
    </message>
    <message>
        <source>So few flows a host ({}) leave it to chance which cables are used, and hide a missing one: this run shows nothing about uplinks. Measure with --flows 16, on more hosts a leaf, or with more ranks a host.</source>
        <translation>При столь малом числе потоков на узел ({}) всё решает случайный выбор кабелей, и недостающий кабель не виден: о восходящих каналах этот замер ничего не говорит. Измерьте с --flows 16, на большем числе узлов или с большим числом процессов на узле.</translation>
    </message>
    <message>
        <source>{} leaves are too few to tell which of them carries less: measure between four or more.</source>
        <translation>{} листовых коммутаторов мало, чтобы сказать, какой из них пропускает меньше: измерьте между четырьмя или более.</translation>
    </message>
    <message>
        <source>A leaf would stand out from {} less on, and a missing uplink may cost less: measure with more flows (--flows), more leaves or a larger -n.</source>
        <translation>Листовой коммутатор стал бы заметен, начиная с потери {}, а недостающий канал может стоить меньше: измерьте с большим числом потоков (--flows), коммутаторов или с большим -n.</translation>
    </message>
    <message>
        <source>other leaves</source>
        <translation>другие листовые коммутаторы</translation>
    </message>
    <message>
        <source>uplinks</source>
        <translation>восходящие каналы</translation>
    </message>
    <message>
        <source>missing uplinks</source>
        <translation>недостающие восходящие каналы</translation>
    </message>
    <message>
        <source>uplinks if one is missing</source>
        <translation>восходящие каналы, если нет одного</translation>
    </message>
    <message>
        <source>breaks a rule of the site</source>
        <translation>нарушает правило этой машины</translation>
    </message>
    <message>
        <source>Read what the rule says.</source>
        <translation>Прочитайте, что говорит правило.</translation>
    </message>
    <message>
        <source>is {} times slower in {} of its values</source>
        <translation>медленнее в {} раза в {} своих значений</translation>
    </message>
    <message>
        <source>is {} times slower for {} of its pairs</source>
        <translation>медленнее в {} раза для {} своих пар</translation>
    </message>
    <message>
        <source>{} of its pairs changed.</source>
        <translation>Изменились {} её пар.</translation>
    </message>
    <message>
        <source>{} would explain it nearly as well.</source>
        <translation>{} объясняет это почти так же хорошо.</translation>
    </message>
    <message>
        <source>Check the counters of {host}&apos;s links for errors and changes of state, and each of its cables.</source>
        <translation>Проверьте счётчики ошибок и смен состояния линий узла {host} и каждый из его кабелей.</translation>
    </message>
    <message>
        <source>Always with the same {} of its partners: as where one of several cables or routes is bad.</source>
        <translation>Всегда с одними и теми же {} узлами: так бывает, если плох один из нескольких кабелей или путей.</translation>
    </message>
    <message>
        <source>Scattered over {} partners and all lengths: as where a link flaps or packets are lost.</source>
        <translation>Разбросаны по {} узлам и всем длинам: так бывает, если линия мигает или теряются пакеты.</translation>
    </message>
    <message>
        <source>fraction of values</source>
        <translation>доля значений</translation>
    </message>
    <message>
        <source>Hosts look like a ring, as where each posts its messages to one after another, which hides slow hosts: measure with one_to_one.</source>
        <translation>Узлы выглядят кольцом, как если бы каждый отправлял сообщения по очереди, что скрывает медленные узлы: измерьте в режиме one_to_one.</translation>
    </message>
    <message>
        <source>Each kind of --kinds is below one switch, so that a slow switch passes for its kind: leave racks and rows out of the features.</source>
        <translation>Каждый вид из --kinds находится под одним коммутатором, поэтому медленный коммутатор сойдёт за вид: уберите из признаков стойки и ряды.</translation>
    </message>
    <message>
        <source>{} declares none of the run&apos;s hosts: it has {}, the run {}. Give the --topology of this machine, or --names where its nodes have other names.</source>
        <translation>{} не содержит ни одного узла этого измерения: там есть {}, в измерении {}. Укажите --topology этой машины или --names, если её узлы называются иначе.</translation>
    </message>
    <message>
        <source>Long messages are as fast as over a link of {} Gbit/s.</source>
        <translation>Длинные сообщения идут так же быстро, как по линии {} Гбит/с.</translation>
    </message>
    <message>
        <source>{} at {}</source>
        <translation>{} при длине {}</translation>
    </message>
    <message>
        <source>{} at {} to {}</source>
        <translation>{} при длине от {} до {}</translation>
    </message>
    <message>
        <source>Only messages of a middle length are slow: its MPI library may change its protocol elsewhere; compare {host}&apos;s versions, eager limits and environment with another host&apos;s.</source>
        <translation>Медленны только сообщения средней длины: возможно, её библиотека MPI меняет протокол в другом месте; сравните версии, пороги ранней передачи и окружение узла {host} с другим узлом.</translation>
    </message>
    <message>
        <source>Each message takes a little longer, long ones hardly: check {host}&apos;s power saving, interrupt moderation and the adapter&apos;s place near the core.</source>
        <translation>Каждое сообщение идёт немного дольше, длинные почти нет: проверьте энергосбережение узла {host}, объединение прерываний и близость адаптера к ядру.</translation>
    </message>
    <message>
        <source>on few slow samples: of what --suspects FILE writes, network_test --resume --confirm FILE counts enough; then diagnose again.</source>
        <translation>на немногих медленных отсчётах: что запишет --suspects, из того network_test --resume --confirm возьмёт достаточно отсчётов; затем повторите диагностику.</translation>
    </message>
    <message>
        <source>has samples that take far longer than the others</source>
        <translation>имеет отсчёты, которые намного дольше остальных</translation>
    </message>
    <message>
        <source>has {} of its samples slow, the longest {}</source>
        <translation>{} отсчётов медленные, самый долгий {}</translation>
    </message>
    <message>
        <source>{} of {} samples take more than 5 times their median, elsewhere {}: as where packets are lost or a link flaps.</source>
        <translation>{} из {} отсчётов дольше пяти своих медиан, в остальных местах {}: так бывает, если теряются пакеты или линия мигает.</translation>
    </message>
    <message>
        <source>Check the error and drop counters of {host}&apos;s adapter, cable and switch port, its changes of link state and its retransmissions.</source>
        <translation>Проверьте счётчики ошибок и потерь адаптера, кабеля и порта коммутатора узла {host}, смены состояния линии и повторные передачи.</translation>
    </message>
    <message>
        <source>slow samples</source>
        <translation>медленные отсчёты</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>отсчёты</translation>
    </message>
    <message>
        <source>fraction elsewhere</source>
        <translation>доля в остальных местах</translation>
    </message>
    <message>
        <source>samples to settle</source>
        <translation>отсчётов для решения</translation>
    </message>
    <message>
        <source>{} of the values of pairs that were measured at other lengths are missing: measure again.</source>
        <translation>Не хватает {} значений пар, измеренных при других длинах: измерьте ещё раз.</translation>
    </message>
    <message>
        <source>slower route both ways</source>
        <translation>медленный маршрут в обе стороны</translation>
    </message>
    <message>
        <source>sends from several ranks by one adapter</source>
        <translation>передаёт сообщения нескольких процессов через один адаптер</translation>
    </message>
    <message>
        <source>sends from ranks {} by one adapter, {}</source>
        <translation>передаёт сообщения процессов {} через один адаптер, {}</translation>
    </message>
    <message>
        <source>Check how these ranks choose their adapters (UCX_NET_DEVICES, btl_tcp_if_include, cores they are bound to), and whether another adapter of {host} is down.</source>
        <translation>Проверьте, как эти процессы выбирают адаптеры (UCX_NET_DEVICES, btl_tcp_if_include, привязка к ядрам) и не отключён ли другой адаптер {host}.</translation>
    </message>
    <message>
        <source>The same ranks of {} of {} other hosts use several.</source>
        <translation>Те же процессы на {} из {} других узлов используют несколько.</translation>
    </message>
    <message>
        <source>has an adapter that is not as on other hosts</source>
        <translation>имеет адаптер не в том состоянии, что на других узлах</translation>
    </message>
    <message>
        <source>has its adapter {} down</source>
        <translation>имеет неработающий адаптер {}</translation>
    </message>
    <message>
        <source>has its adapter {} at {}</source>
        <translation>имеет адаптер {} в режиме {}</translation>
    </message>
    <message>
        <source>On most hosts it is at {}.</source>
        <translation>На большинстве узлов он в режиме {}.</translation>
    </message>
    <message>
        <source>Check the adapter&apos;s cable, its port at the switch and its slot.</source>
        <translation>Проверьте кабель адаптера, порт коммутатора и слот.</translation>
    </message>
    <message>
        <source>sends from ranks {} at once {} times slower than alone</source>
        <translation>передаёт сообщения процессов {} одновременно в {} раз медленнее, чем поодиночке</translation>
    </message>
    <message>
        <source>Its ranks {} are {} times slower at once than alone, compared with those of other hosts.</source>
        <translation>Его процессы {} одновременно в {} раз медленнее, чем поодиночке, по сравнению с процессами других узлов.</translation>
    </message>
    <message>
        <source>{does}{slower} over one of its adapters</source>
        <translation>{does}{slower} через один из своих адаптеров</translation>
    </message>
    <message>
        <source>Check the adapter that serves these ranks, its cable and slot: error counters, rate and width, and its place near their cores.</source>
        <translation>Проверьте адаптер, обслуживающий эти процессы, его кабель и слот: счётчики ошибок, скорость и ширину, близость к их ядрам.</translation>
    </message>
    <message>
        <source>Messages of its ranks {} are slow, those of its others are not.</source>
        <translation>Медленны сообщения его процессов {}, сообщения остальных — нет.</translation>
    </message>
    <message>
        <source>passes messages between its own ranks {slower}</source>
        <translation>передаёт сообщения между собственными процессами {slower}</translation>
    </message>
    <message>
        <source>Check {host}&apos;s memory modules and channels, its power settings, to which cores its ranks are bound, and what its MPI library uses within a host.</source>
        <translation>Проверьте модули и каналы памяти узла {host}, его режим питания, к каким ядрам привязаны его процессы и что использует его библиотека MPI внутри узла.</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::CellsPanel</name>
    <message>
        <source>Visible cells</source>
        <translation>Видимые ячейки</translation>
    </message>
    <message>
        <source>Only the first %1 visible rows and %2 columns: zoom in for the rest.</source>
        <translation>Только первые строки (%1) и столбцы (%2) видимой части: увеличьте масштаб, чтобы увидеть остальное.</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::ChoiceBar</name>
    <message>
        <source>messages of all lengths</source>
        <translation>сообщения всех длин</translation>
    </message>
    <message>
        <source>bytes of all lengths</source>
        <translation>байты сообщений всех длин</translation>
    </message>
    <message>
        <source>messages of a length</source>
        <translation>сообщения одной длины</translation>
    </message>
    <message>
        <source>bytes of a length</source>
        <translation>байты сообщений одной длины</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Что показано</translation>
    </message>
    <message>
        <source>Ru&amp;n:</source>
        <translation>&amp;Измерение:</translation>
    </message>
    <message>
        <source>The run that is shown</source>
        <translation>Показанное измерение</translation>
    </message>
    <message>
        <source>Sho&amp;w:</source>
        <translation>Пока&amp;зать:</translation>
    </message>
    <message>
        <source>What the cells say</source>
        <translation>Что означают ячейки</translation>
    </message>
    <message>
        <source>The run to compare with</source>
        <translation>Измерение, с которым сравнивают</translation>
    </message>
    <message>
        <source>S&amp;tatistic:</source>
        <translation>С&amp;татистика:</translation>
    </message>
    <message>
        <source>Statistic of the samples</source>
        <translation>Какая статистика отсчётов</translation>
    </message>
    <message>
        <source>&amp;Endpoints:</source>
        <translation>Кт&amp;о:</translation>
    </message>
    <message>
        <source>Ranks, or hosts with their ranks combined</source>
        <translation>Ранги или узлы, где все ранги узла как один</translation>
    </message>
    <message>
        <source>The order of ranks or hosts</source>
        <translation>Как упорядочены ранги или узлы</translation>
    </message>
    <message>
        <source>Pi&amp;xel:</source>
        <translation>Пи&amp;ксель:</translation>
    </message>
    <message>
        <source>Which of several cells a pixel shows</source>
        <translation>Что показывает пиксель, если на него приходится несколько ячеек</translation>
    </message>
    <message>
        <source>&amp;Colours:</source>
        <translation>&amp;Цвета:</translation>
    </message>
    <message>
        <source>Grey, or colours</source>
        <translation>Оттенки серого или цвета</translation>
    </message>
    <message>
        <source>delay</source>
        <translation>задержка</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>ГБ/с</translation>
    </message>
    <message>
        <source>spread (deviation / median)</source>
        <translation>разброс (откл./мед.)</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>сравнение</translation>
    </message>
    <message>
        <source>clusters</source>
        <translation>кластеры</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>ранги</translation>
    </message>
    <message>
        <source>hosts, median</source>
        <translation>узлы, медиана</translation>
    </message>
    <message>
        <source>hosts, worst</source>
        <translation>узлы, худшее</translation>
    </message>
    <message>
        <source>by rank</source>
        <translation>по рангам</translation>
    </message>
    <message>
        <source>by host</source>
        <translation>по узлам</translation>
    </message>
    <message>
        <source>by topology</source>
        <translation>по топологии</translation>
    </message>
    <message>
        <source>by cluster</source>
        <translation>по кластерам</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>медленное</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>среднее</translation>
    </message>
    <message>
        <source>fastest</source>
        <translation>быстрое</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>серые</translation>
    </message>
    <message>
        <source>viridis</source>
        <translation>viridis</translation>
    </message>
    <message>
        <source>cividis</source>
        <translation>cividis</translation>
    </message>
    <message>
        <source>again&amp;st:</source>
        <translation>п&amp;ротив:</translation>
    </message>
    <message>
        <source>Or&amp;der:</source>
        <translation>Пор&amp;ядок:</translation>
    </message>
    <message>
        <source>slower than expected</source>
        <translation>медленнее ожидаемого</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::CurvePlot</name>
    <message>
        <source>Delay against message length</source>
        <translation>Задержка в зависимости от длины сообщения</translation>
    </message>
    <message>
        <source>Click or press Left and Right to choose a message length, Up and Down to choose a curve.</source>
        <translation>Щелчок или клавиши «влево» и «вправо» выбирают длину сообщения, «вверх» и «вниз» — кривую.</translation>
    </message>
    <message>
        <source>There are no curves to show.</source>
        <translation>Нет кривых для показа.</translation>
    </message>
    <message numerus="yes">
        <source>%n curve(s)</source>
        <translation>
            <numerusform>%n кривая</numerusform>
            <numerusform>%n кривые</numerusform>
            <numerusform>%n кривых</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 байт</translation>
    </message>
    <message>
        <source>%1, %2: not measured</source>
        <translation>%1, %2: не измерено</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1, %2: %3, from %4 to %5</source>
        <translation>%1, %2: %3, от %4 до %5</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::Curves</name>
    <message>
        <source>samples</source>
        <translation>отсчёты</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>отношение</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>пропускная способность</translation>
    </message>
    <message>
        <source>delay</source>
        <translation>задержка</translation>
    </message>
    <message>
        <source>message length, bytes</source>
        <translation>длина сообщения, байт</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
        </translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>байты</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>сообщения</translation>
    </message>
    <message>
        <source>times what is expected</source>
        <translation>во сколько раз больше ожидаемого</translation>
    </message>
    <message>
        <source>runs, the oldest first</source>
        <translation>измерения, сначала старые</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::DiagnosisJob</name>
    <message>
        <source>Looking for faults</source>
        <translation>Поиск неисправностей</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::Document</name>
    <message>
        <source>Opening</source>
        <translation>Открытие</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>the whole matrix</source>
        <translation>матрица целиком</translation>
    </message>
    <message>
        <source>the visible part of the matrix</source>
        <translation>видимая часть матрицы</translation>
    </message>
    <message>
        <source>the row</source>
        <translation>строка</translation>
    </message>
    <message>
        <source>the column</source>
        <translation>столбец</translation>
    </message>
    <message>
        <source>the pairs</source>
        <translation>пары</translation>
    </message>
    <message>
        <source>What is exported</source>
        <translation>Что экспортируется</translation>
    </message>
    <message>
        <source>picture.png, picture.svg or numbers.csv</source>
        <translation>picture.png, picture.svg или numbers.csv</translation>
    </message>
    <message>
        <source>File name; its suffix decides the format: %1</source>
        <translation>Файл; окончание имени задаёт формат: %1</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Обзор…</translation>
    </message>
    <message>
        <source> px</source>
        <translation> пикс.</translation>
    </message>
    <message>
        <source>Width of the picture</source>
        <translation>Ширина картинки</translation>
    </message>
    <message>
        <source>Height of the picture</source>
        <translation>Высота картинки</translation>
    </message>
    <message>
        <source>&amp;What:</source>
        <translation>&amp;Что:</translation>
    </message>
    <message>
        <source>&amp;File:</source>
        <translation>&amp;Файл:</translation>
    </message>
    <message>
        <source>Si&amp;ze of pictures:</source>
        <translation>&amp;Размер картинки:</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Экспорт в файл</translation>
    </message>
    <message>
        <source>Pictures and numbers (%1)</source>
        <translation>Картинки и числа (%1)</translation>
    </message>
    <message>
        <source>The row is still being read; try again</source>
        <translation>Строка ещё читается; повторите попытку</translation>
    </message>
    <message>
        <source>The values are still being read; try again when they are complete</source>
        <translation>Значения ещё читаются; повторите, когда они будут прочитаны целиком</translation>
    </message>
    <message>
        <source>%1 exists already. Replace it?</source>
        <translation>Файл %1 уже существует. Заменить его?</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Записано: %1</translation>
    </message>
    <message>
        <source>Numbers can be written for the whole matrix, a row, a column or pairs; choose one of these</source>
        <translation>Числа записываются для всей матрицы, строки, столбца или пар; выберите одно из них</translation>
    </message>
    <message>
        <source>a column of a paper</source>
        <translation>колонка статьи</translation>
    </message>
    <message>
        <source>a slide</source>
        <translation>слайд</translation>
    </message>
    <message>
        <source>a ticket</source>
        <translation>заявка</translation>
    </message>
    <message>
        <source>a size of its own</source>
        <translation>свой размер</translation>
    </message>
    <message>
        <source>What pictures are made for</source>
        <translation>Для чего картинка</translation>
    </message>
    <message>
        <source>&amp;Picture for:</source>
        <translation>&amp;Картинка для:</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::Figure</name>
    <message>
        <source>%1 ranks</source>
        <translation>рангов: %1</translation>
    </message>
    <message>
        <source>%1 ranks on host %2</source>
        <translation>рангов: %1, узел %2</translation>
    </message>
    <message>
        <source>%1 ranks on %2 hosts</source>
        <translation>рангов: %1, узлов: %2</translation>
    </message>
    <message>
        <source>%1, timing %2</source>
        <translation>%1, способ измерения: %2</translation>
    </message>
    <message>
        <source>%1, memory %2</source>
        <translation>%1, память: %2</translation>
    </message>
    <message>
        <source>%1, measured %2</source>
        <translation>%1, измерено %2</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>пропускная способность</translation>
    </message>
    <message>
        <source>spread (deviation / median)</source>
        <translation>разброс (отклонение / медиана)</translation>
    </message>
    <message>
        <source>%1 delay, ratio of two runs</source>
        <translation>задержка (%1), отношение двух измерений</translation>
    </message>
    <message>
        <source>clusters of pairs</source>
        <translation>кластеры пар</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>байты</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>сообщения</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>обмен</translation>
    </message>
    <message>
        <source>samples a pair</source>
        <translation>отсчётов на пару</translation>
    </message>
    <message>
        <source>%1 delay</source>
        <translation>задержка (%1)</translation>
    </message>
    <message>
        <source>unknown mode</source>
        <translation>режим неизвестен</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>compared with %1</source>
        <translation>в сравнении с %1</translation>
    </message>
    <message>
        <source>of each pair of hosts the slowest pair of ranks</source>
        <translation>для каждой пары узлов самая медленная пара рангов</translation>
    </message>
    <message>
        <source>of each pair of hosts the median of their ranks</source>
        <translation>для каждой пары узлов медиана по их рангам</translation>
    </message>
    <message>
        <source>messages of %1 bytes</source>
        <translation>сообщения по %1 байт</translation>
    </message>
    <message>
        <source>what %1 sends</source>
        <translation>что отправляет %1</translation>
    </message>
    <message>
        <source>what %1 receives</source>
        <translation>что получает %1</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>пары</translation>
    </message>
    <message>
        <source>%1 delay / what pairs of its kind take</source>
        <translation>задержка (%1) / сколько занимают такие пары</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>и ещё %1</translation>
    </message>
    <message>
        <source>%1 time from the start</source>
        <translation>время от начала (%1)</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::FindingModel</name>
    <message>
        <source>No fault was found.</source>
        <translation>Неисправностей не найдено.</translation>
    </message>
    <message>
        <source>Undecided: %1</source>
        <translation>Не решено: %1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Fault %1: %2.</source>
        <translation>Неисправность %1: %2.</translation>
    </message>
    <message>
        <source>Information %1: %2.</source>
        <translation>Сведение %1: %2.</translation>
    </message>
    <message>
        <source> (%1 sure)</source>
        <translation> (уверенность %1)</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::FindingsPanel</name>
    <message>
        <source>&amp;Look for faults</source>
        <translation>Найти н&amp;еисправности</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Находки</translation>
    </message>
    <message>
        <source>Look for faults</source>
        <translation>Найти неисправности</translation>
    </message>
    <message>
        <source>Not diagnosed yet.</source>
        <translation>Поиск ещё не выполнялся.</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s); Enter or a click goes there.</source>
        <translation>
            <numerusform>%n находка; Enter или щелчок переходит к ней.</numerusform>
            <numerusform>%n находки; Enter или щелчок переходит к выбранной.</numerusform>
            <numerusform>%n находок; Enter или щелчок переходит к выбранной.</numerusform>
        </translation>
    </message>
    <message>
        <source>Topology: %1.</source>
        <translation>Топология: %1.</translation>
    </message>
    <message>
        <source>Copy the &amp;ticket</source>
        <translation>Скопировать &amp;заявку</translation>
    </message>
    <message>
        <source>What is found, how sure that is, and what to look at, for whoever mends it</source>
        <translation>Что найдено, насколько это достоверно и на что смотреть: для тех, кто будет чинить</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::GoToPair</name>
    <message>
        <source>Go to a pair</source>
        <translation>Переход к паре</translation>
    </message>
    <message>
        <source>&amp;Sender:</source>
        <translation>&amp;Отправитель:</translation>
    </message>
    <message>
        <source>&amp;Receiver:</source>
        <translation>&amp;Получатель:</translation>
    </message>
    <message>
        <source>A number, or the name of a host</source>
        <translation>Номер или имя узла</translation>
    </message>
    <message>
        <source>there is none</source>
        <translation>такого нет</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::HistoryPanel</name>
    <message>
        <source>Hosts over the runs</source>
        <translation>Узлы по измерениям</translation>
    </message>
    <message>
        <source>Up and Down choose a curve, Left and Right a run.</source>
        <translation>Вверх и вниз выбирают кривую, влево и вправо — измерение.</translation>
    </message>
    <message>
        <source>Open three runs or more of one machine: how the hosts of the selected pair were in each.</source>
        <translation>Откройте три измерения одной машины или больше: какими узлы выбранной пары были в каждом.</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::HostModel</name>
    <message>
        <source>finding %1: %2</source>
        <translation>находка %1: %2</translation>
    </message>
    <message>
        <source>switch of %1</source>
        <translation>коммутатор узлов %1</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Узел</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Вывод</translation>
    </message>
    <message>
        <source>Sends, GB/s</source>
        <translation>Отправляет, ГБ/с</translation>
    </message>
    <message>
        <source>Receives, GB/s</source>
        <translation>Принимает, ГБ/с</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Находки</translation>
    </message>
    <message>
        <source>faulty</source>
        <translation>неисправен</translation>
    </message>
    <message>
        <source>belongs to a fault</source>
        <translation>часть неисправности</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>ничего не найдено</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>не оценён</translation>
    </message>
    <message>
        <source>Times what pairs of its class take, at the length where that is most</source>
        <translation>Во сколько раз дольше, чем такие пары, на той длине, где больше всего</translation>
    </message>
    <message>
        <source>Sends ×</source>
        <translation>Отправляет ×</translation>
    </message>
    <message>
        <source>Receives ×</source>
        <translation>Принимает ×</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::HostsPanel</name>
    <message>
        <source>Part of a name</source>
        <translation>Часть имени</translation>
    </message>
    <message>
        <source>Search hosts by name</source>
        <translation>Поиск узлов по имени</translation>
    </message>
    <message>
        <source>Hosts of one switch or finding</source>
        <translation>Узлы одного коммутатора или находки</translation>
    </message>
    <message>
        <source>all hosts</source>
        <translation>все узлы</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>Узлы</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::Legend</name>
    <message>
        <source>more scattered</source>
        <translation>больше разброс</translation>
    </message>
    <message>
        <source>slower than before</source>
        <translation>медленнее, чем раньше</translation>
    </message>
    <message>
        <source>more</source>
        <translation>больше</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>медленнее</translation>
    </message>
    <message>
        <source>steadier</source>
        <translation>меньше разброс</translation>
    </message>
    <message>
        <source>faster than before</source>
        <translation>быстрее, чем раньше</translation>
    </message>
    <message>
        <source>fewer</source>
        <translation>меньше</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>быстрее</translation>
    </message>
    <message>
        <source>Pairs of one shade
are in one cluster:
they take the
same time.</source>
        <translation>Пары одного
оттенка — в одном
кластере: у них
одинаковое время.</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>не измерено</translation>
    </message>
    <message>
        <source>times as long
as expected</source>
        <translation>во сколько раз
дольше ожидаемого</translation>
    </message>
    <message>
        <source>with itself</source>
        <translation>с самим собой</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::LengthBar</name>
    <message>
        <source> s</source>
        <translation> с</translation>
    </message>
    <message>
        <source>Seconds for each length</source>
        <translation>Секунд на каждую длину</translation>
    </message>
    <message>
        <source>How long each length is shown while playing</source>
        <translation>Как долго показывается каждая длина при проигрывании</translation>
    </message>
    <message>
        <source>Current message length</source>
        <translation>Текущая длина сообщения</translation>
    </message>
    <message>
        <source>Message lengths</source>
        <translation>Длины сообщений</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Пауза</translation>
    </message>
    <message>
        <source>Play through the lengths</source>
        <translation>Проиграть все длины</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>Пауза (пробел)</translation>
    </message>
    <message>
        <source>Play through the lengths (Space)</source>
        <translation>Проиграть все длины (пробел)</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::LengthTrack</name>
    <message>
        <source>Message length</source>
        <translation>Длина сообщения</translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <translation>%1, %2 из %3</translation>
    </message>
    <message>
        <source>%1 bytes, %2 of %3</source>
        <translation>%1 байт, %2 из %3</translation>
    </message>
    <message>
        <source>Window of lengths: from %1 to %2 bytes</source>
        <translation>Окно длин: от %1 до %2 байт</translation>
    </message>
    <message>
        <source>%1. Drag its ends, or press Shift+Left and Shift+Right for the first length, Shift+Up and Shift+Down for the last.</source>
        <translation>%1. Перетащите края или нажимайте Shift+«влево» и Shift+«вправо» для первой длины, Shift+«вверх» и Shift+«вниз» для последней.</translation>
    </message>
    <message>
        <source>all lengths</source>
        <translation>все длины</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::LevelHandle</name>
    <message>
        <source>Lightest level</source>
        <translation>Самый светлый уровень</translation>
    </message>
    <message>
        <source>Darkest level</source>
        <translation>Самый тёмный уровень</translation>
    </message>
    <message>
        <source>Values up to here are lightest. Drag it, or press Left and Right.</source>
        <translation>Значения до этого уровня самые светлые. Перетащите его или нажимайте «влево» и «вправо».</translation>
    </message>
    <message>
        <source>Values from here on are darkest. Drag it, or press Left and Right.</source>
        <translation>Значения от этого уровня самые тёмные. Перетащите его или нажимайте «влево» и «вправо».</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::LevelsHistogram</name>
    <message>
        <source>Histogram of the values</source>
        <translation>Гистограмма значений</translation>
    </message>
    <message>
        <source>Values from %1 to %2; lightest at %3, darkest at %4</source>
        <translation>Значения от %1 до %2; самый светлый уровень %3, самый тёмный %4</translation>
    </message>
    <message>
        <source>lightest: %1</source>
        <translation>светлый: %1</translation>
    </message>
    <message>
        <source>darkest: %1</source>
        <translation>тёмный: %1</translation>
    </message>
    <message>
        <source>There are no values to show.</source>
        <translation>Нет значений для показа.</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::LevelsPanel</name>
    <message>
        <source>this message length</source>
        <translation>эта длина сообщений</translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation>всё измерение</translation>
    </message>
    <message>
        <source>the window of lengths</source>
        <translation>окно длин</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>вручную</translation>
    </message>
    <message>
        <source>The range of values that the shades cover</source>
        <translation>По какому диапазону растянуты оттенки</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>линейная</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>логарифмическая</translation>
    </message>
    <message>
        <source>Scale of the shades</source>
        <translation>Шкала оттенков</translation>
    </message>
    <message>
        <source>Without outliers</source>
        <translation>Без выбросов</translation>
    </message>
    <message>
        <source>Excludes this percentage of the values at each end of the scale</source>
        <translation>Отбрасывает заданную долю значений с каждого края шкалы</translation>
    </message>
    <message>
        <source> % at each end</source>
        <translation> % с каждого края</translation>
    </message>
    <message>
        <source>Percentage of the values excluded at each end</source>
        <translation>Доля значений, отброшенных с каждого края</translation>
    </message>
    <message>
        <source>Without outlie&amp;rs</source>
        <translation>Без в&amp;ыбросов</translation>
    </message>
    <message>
        <source>R&amp;ange:</source>
        <translation>&amp;Диапазон:</translation>
    </message>
    <message>
        <source>Scal&amp;e:</source>
        <translation>&amp;Шкала:</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::MachineView</name>
    <message>
        <source>Machine</source>
        <translation>Машина</translation>
    </message>
    <message>
        <source>The machine is drawn here once faults were looked for (F9)</source>
        <translation>Машина будет нарисована здесь после поиска неисправностей (F9)</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::MainMenu</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Файл</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Открыть…</translation>
    </message>
    <message>
        <source>Open &amp;beside, to compare…</source>
        <translation>Открыть &amp;рядом, для сравнения…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>Recent fi&amp;les</source>
        <translation>&amp;Недавние</translation>
    </message>
    <message>
        <source>&amp;Watch a run in progress</source>
        <translation>&amp;Следить за идущим измерением</translation>
    </message>
    <message>
        <source>F6</source>
        <translation>F6</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Экспорт…</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Выход</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Вид</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ув&amp;еличить</translation>
    </message>
    <message>
        <source>Ctrl++</source>
        <translation>Ctrl++</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>У&amp;меньшить</translation>
    </message>
    <message>
        <source>Ctrl+-</source>
        <translation>Ctrl+-</translation>
    </message>
    <message>
        <source>&amp;Whole matrix</source>
        <translation>Матрица &amp;целиком</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Ctrl+0</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Панели</translation>
    </message>
    <message>
        <source>To the &amp;matrix</source>
        <translation>К м&amp;атрице</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>F3</source>
        <translation>F3</translation>
    </message>
    <message>
        <source>To the &amp;lengths</source>
        <translation>К &amp;длинам</translation>
    </message>
    <message>
        <source>F4</source>
        <translation>F4</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Переход</translation>
    </message>
    <message>
        <source>To a &amp;pair…</source>
        <translation>К &amp;паре…</translation>
    </message>
    <message>
        <source>Ctrl+G</source>
        <translation>Ctrl+G</translation>
    </message>
    <message>
        <source>&amp;Next length</source>
        <translation>&amp;Следующая длина</translation>
    </message>
    <message>
        <source>Ctrl+.</source>
        <translation>Ctrl+.</translation>
    </message>
    <message>
        <source>Pre&amp;vious length</source>
        <translation>Пр&amp;едыдущая длина</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>P&amp;lay through the lengths</source>
        <translation>Про&amp;играть все длины</translation>
    </message>
    <message>
        <source>F8</source>
        <translation>F8</translation>
    </message>
    <message>
        <source>&amp;Keep the pair in the plot</source>
        <translation>&amp;Оставить пару на графике</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>&amp;Remove kept pairs</source>
        <translation>&amp;Забыть оставленные пары</translation>
    </message>
    <message>
        <source>Ctrl+Shift+K</source>
        <translation>Ctrl+Shift+K</translation>
    </message>
    <message>
        <source>&amp;Copy the value</source>
        <translation>&amp;Копировать значение</translation>
    </message>
    <message>
        <source>F&amp;indings</source>
        <translation>&amp;Находки</translation>
    </message>
    <message>
        <source>&amp;Look for faults</source>
        <translation>&amp;Найти неисправности</translation>
    </message>
    <message>
        <source>F9</source>
        <translation>F9</translation>
    </message>
    <message>
        <source>&amp;Next finding</source>
        <translation>&amp;Следующая находка</translation>
    </message>
    <message>
        <source>Ctrl+J</source>
        <translation>Ctrl+J</translation>
    </message>
    <message>
        <source>&amp;Previous finding</source>
        <translation>&amp;Предыдущая находка</translation>
    </message>
    <message>
        <source>Ctrl+Shift+J</source>
        <translation>Ctrl+Shift+J</translation>
    </message>
    <message>
        <source>&amp;Outline findings</source>
        <translation>&amp;Обвести находки</translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation>Ctrl+F</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>&amp;Mouse and keys</source>
        <translation>&amp;Мышь и клавиши</translation>
    </message>
    <message>
        <source>&amp;About</source>
        <translation>&amp;О программе</translation>
    </message>
    <message>
        <source>Open a run beside the one shown</source>
        <translation>Открыть измерение рядом с показанным</translation>
    </message>
    <message>
        <source>Open a run</source>
        <translation>Открыть измерение</translation>
    </message>
    <message>
        <source>Runs and archives (*.nc *.txt);;All files (*)</source>
        <translation>Измерения и архивы (*.nc *.txt);;Все файлы (*)</translation>
    </message>
    <message>
        <source>Mouse and keys</source>
        <translation>Мышь и клавиши</translation>
    </message>
    <message>
        <source>&lt;table cellpadding=&apos;3&apos;&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Click&lt;/b&gt;&lt;/td&gt;&lt;td&gt;select a pair; its row, column and curve are shown beside&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Wheel, + and −&lt;/b&gt;&lt;/td&gt;&lt;td&gt;zoom; 0 shows the whole matrix&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Drag, Ctrl+arrows&lt;/b&gt;&lt;/td&gt;&lt;td&gt;move the matrix&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Shift+drag, or Shift+arrows and Enter&lt;/b&gt;&lt;/td&gt;&lt;td&gt;zoom to a rectangle&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Arrows, Home, End, Page Up, Page Down&lt;/b&gt;&lt;/td&gt;&lt;td&gt;move the selection&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Ctrl+, and Ctrl+.&lt;/b&gt;&lt;/td&gt;&lt;td&gt;shorter and longer messages; F8 plays&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;F2, F3, F4, F7&lt;/b&gt;&lt;/td&gt;&lt;td&gt;to the matrix, the pairs, the lengths, the machine&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;F9, Ctrl+J&lt;/b&gt;&lt;/td&gt;&lt;td&gt;look for faults, go to the next finding&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;</source>
        <translation>&lt;table cellpadding=&apos;3&apos;&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Щелчок&lt;/b&gt;&lt;/td&gt;&lt;td&gt;выбирает пару; рядом показаны её строка, столбец и кривая&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Колесо, + и −&lt;/b&gt;&lt;/td&gt;&lt;td&gt;масштаб; 0 показывает матрицу целиком&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Перетаскивание, Ctrl+стрелки&lt;/b&gt;&lt;/td&gt;&lt;td&gt;сдвигает матрицу&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Shift+перетаскивание или Shift+стрелки и Enter&lt;/b&gt;&lt;/td&gt;&lt;td&gt;увеличивает прямоугольник&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Стрелки, Home, End, Page Up, Page Down&lt;/b&gt;&lt;/td&gt;&lt;td&gt;перемещает выбор&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Ctrl+, и Ctrl+.&lt;/b&gt;&lt;/td&gt;&lt;td&gt;короче и длиннее сообщения; F8 проигрывает&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;F2, F3, F4, F7&lt;/b&gt;&lt;/td&gt;&lt;td&gt;к матрице, парам, длинам, машине&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;F9, Ctrl+J&lt;/b&gt;&lt;/td&gt;&lt;td&gt;найти неисправности, перейти к следующей находке&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;</translation>
    </message>
    <message>
        <source>About the Fabricmap viewer</source>
        <translation>О программе просмотра Fabricmap</translation>
    </message>
    <message>
        <source>Shows what network_test measured: matrices, rows and pairs.

%1
Qt %2</source>
        <translation>Показывает, что измерила программа network_test: матрицы, строки и пары.

%1
Qt %2</translation>
    </message>
    <message>
        <source>&amp;Arrange the panels anew</source>
        <translation>Расставить панели &amp;заново</translation>
    </message>
    <message>
        <source>To the pai&amp;rs</source>
        <translation>К па&amp;рам</translation>
    </message>
    <message>
        <source>&amp;Back to the pair before</source>
        <translation>&amp;Назад, к прежней паре</translation>
    </message>
    <message>
        <source>&amp;Forward to the pair after it</source>
        <translation>&amp;Вперёд, к следующей паре</translation>
    </message>
    <message>
        <source>To the ma&amp;chine</source>
        <translation>К ма&amp;шине</translation>
    </message>
    <message>
        <source>F7</source>
        <translation>F7</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::MainWindow</name>
    <message>
        <source>Findings</source>
        <translation>Находки</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Ячейки</translation>
    </message>
    <message>
        <source>Fabricmap viewer</source>
        <translation>Fabricmap: просмотр</translation>
    </message>
    <message>
        <source>%1 (%2) - Fabricmap viewer</source>
        <translation>%1 (%2) - Fabricmap: просмотр</translation>
    </message>
    <message>
        <source>%1 - Fabricmap viewer</source>
        <translation>%1 - Fabricmap: просмотр</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Пары</translation>
    </message>
    <message>
        <source>Row, column</source>
        <translation>Строка, столбец</translation>
    </message>
    <message>
        <source>Shades</source>
        <translation>Оттенки</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>Узлы</translation>
    </message>
    <message>
        <source>Ma&amp;p</source>
        <translation>&amp;Карта</translation>
    </message>
    <message>
        <source>&amp;Machine</source>
        <translation>&amp;Машина</translation>
    </message>
    <message>
        <source>Map or machine</source>
        <translation>Карта или машина</translation>
    </message>
    <message>
        <source>History</source>
        <translation>История</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::MessageBar</name>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>Закрыть сообщение</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::Numbers</name>
    <message>
        <source>.</source>
        <translation>,</translation>
    </message>
    <message>
        <source>TB/s</source>
        <translation>ТБ/с</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>ГБ/с</translation>
    </message>
    <message>
        <source>MB/s</source>
        <translation>МБ/с</translation>
    </message>
    <message>
        <source>kB/s</source>
        <translation>кБ/с</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>мс</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>мкс</translation>
    </message>
    <message>
        <source>ns</source>
        <translation>нс</translation>
    </message>
    <message>
        <source>s</source>
        <translation>с</translation>
    </message>
    <message>
        <source>min</source>
        <translation>минимум</translation>
    </message>
    <message>
        <source>average</source>
        <translation>среднее</translation>
    </message>
    <message>
        <source>median</source>
        <translation>медиана</translation>
    </message>
    <message>
        <source>max</source>
        <translation>максимум</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>отклонение</translation>
    </message>
    <message>
        <source>count</source>
        <translation>число</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::PairCard</name>
    <message>
        <source>%1 as long as expected</source>
        <translation>%1 от ожидаемого времени</translation>
    </message>
    <message>
        <source>measured %1 days before the runs were merged</source>
        <translation>измерено за %1 дн. до слияния запусков</translation>
    </message>
    <message>
        <source>place %1 of %2, the slowest first: %3</source>
        <translation>место %1 из %2, считая от самых медленных: %3</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::ProgressLine</name>
    <message>
        <source>Progress</source>
        <translation>Ход работы</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Прервать</translation>
    </message>
    <message>
        <source>Cancel: %1</source>
        <translation>Прервать: %1</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::Reader</name>
    <message>
        <source>Reading</source>
        <translation>Чтение</translation>
    </message>
    <message>
        <source>Counting values for the scale, lengths to go: %1</source>
        <translation>Подсчёт значений для шкалы, осталось длин: %1</translation>
    </message>
    <message>
        <source>Reading the values</source>
        <translation>Чтение значений</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::RunHistory</name>
    <message>
        <source>Looking at run %1 of %2</source>
        <translation>Просматривается измерение %1 из %2</translation>
    </message>
    <message>
        <source>%1 sends</source>
        <translation>%1 отправляет</translation>
    </message>
    <message>
        <source>%1 receives</source>
        <translation>%1 получает</translation>
    </message>
    <message>
        <source>all hosts, with quartiles</source>
        <translation>все узлы, с квартилями</translation>
    </message>
</context>
<context>
    <name>fabricmap::viewer::Views</name>
    <message>
        <source>Matrix</source>
        <translation>Матрица</translation>
    </message>
    <message>
        <source>What the selected sender sends</source>
        <translation>Что отправляет выбранный отправитель</translation>
    </message>
    <message>
        <source>What the selected receiver gets</source>
        <translation>Что получает выбранный получатель</translation>
    </message>
    <message>
        <source>Open a run: File, Open (Ctrl+O), or drop a file here</source>
        <translation>Откройте измерение: Файл, Открыть (Ctrl+O) или перетащите файл сюда</translation>
    </message>
    <message>
        <source>Col&amp;umn</source>
        <translation>Стол&amp;бец</translation>
    </message>
    <message>
        <source>Row and column of the selected pair</source>
        <translation>Строка и столбец выбранной пары</translation>
    </message>
    <message>
        <source>What %1 sends</source>
        <translation>Что отправляет %1</translation>
    </message>
    <message>
        <source>What %1 receives</source>
        <translation>Что получает %1</translation>
    </message>
    <message>
        <source>R&amp;ow</source>
        <translation>Строк&amp;а</translation>
    </message>
</context>
</TS>
