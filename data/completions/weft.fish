# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of weft for fish.

set -l commands evaluate validate compare check catalog template topology draw workload map search plan optimum study trail agent bench help

function __weft_names
    weft catalog list --json 2>/dev/null | string collect | string replace -a \n '' \
        | string match -ar '"kind": *"[^"]*", *"id": *"[^"]*"' \
        | string replace -r '"kind": *"([^"]*)", *"id": *"([^"]*)"' '$1/$2'
end

function __weft_workloads
    weft workload --json 2>/dev/null | string collect | string replace -a \n '' \
        | string match -ra '"id": *"[^"]*", *"title"' | string replace -r '"id": *"([^"]*)".*' '$1'
end

function __weft_generators
    weft topology --json 2>/dev/null | string collect | string replace -a \n '' \
        | string match -ar '"name": *"[^"]*", *"title"' \
        | string replace -r '"name": *"([^"]*)".*' '$1'
end

function __weft_runs
    weft trail list --json 2>/dev/null | string collect | string replace -a \n '' \
        | string match -ra '"id": *"[^"]*"' | string replace -r '.*"([^"]*)"$' '$1'
end

function __weft_templates
    weft template list --json 2>/dev/null | string collect | string replace -a \n '' \
        | string match -ar '"id": *"[^"]*", *"title"' \
        | string replace -r '"id": *"([^"]*)".*' '$1'
end

function __weft_profiles
    __weft_names | string match -r '^profiles/.*' | string replace 'profiles/' ''
end

complete -c weft -f
complete -c weft -n "not __fish_seen_subcommand_from $commands" -l help -d 'Show the commands'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -l version -d 'Print the version'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a evaluate -d 'Score a design'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a validate -d 'Say what a design violates'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a compare -d 'Compare two designs'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a check -d 'Run the verification suite'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a catalog -d 'List or show the catalog'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a template -d 'List or make ready parts'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a workload -d 'Make or read a task graph'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a map -d 'Place a workload on a machine'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a topology -d 'Count, measure and cut a network'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a draw -d 'Draw a rack or the floor'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a search -d 'Let methods look for designs'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a plan -d 'Let a planner look for a design'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a optimum -d 'Certify the best design'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a study -d 'Compare search methods'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a trail -d 'List, show and verify runs'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a bench -d 'Measure speed'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a agent -d 'Read a recorded answer'
complete -c weft -n "not __fish_seen_subcommand_from $commands" -a help -d 'Show the options of a command'

complete -c weft -n "__fish_seen_subcommand_from $commands" -l json -d 'Print one JSON object'
complete -c weft -n "__fish_seen_subcommand_from $commands" -l profile -x -a '(__weft_profiles)' -d 'Judge by this profile'
complete -c weft -n "__fish_seen_subcommand_from $commands" -l seed -x -d 'Seed of random numbers'
complete -c weft -n "__fish_seen_subcommand_from $commands" -l threads -x -d 'Most threads'
complete -c weft -n "__fish_seen_subcommand_from $commands" -l no-colour -d 'Print without colours'
complete -c weft -n "__fish_seen_subcommand_from $commands" -s h -l help -d 'Show the options'

complete -c weft -n '__fish_seen_subcommand_from evaluate validate compare draw map' -a '(__fish_complete_suffix .weft)'
complete -c weft -n '__fish_seen_subcommand_from evaluate' -l chart -r -F -d 'Write the speed-up chart'
complete -c weft -n '__fish_seen_subcommand_from evaluate' -l split-chart -r -F -d 'Write the time chart'
complete -c weft -n '__fish_seen_subcommand_from evaluate' -l table -r -F -d 'Write the workload table'
complete -c weft -n '__fish_seen_subcommand_from evaluate' -l csv -r -F -d 'Write the table as CSV'
complete -c weft -n '__fish_seen_subcommand_from evaluate' -l explain -x -d 'Say where one number comes from'
complete -c weft -n '__fish_seen_subcommand_from compare' -s a -l all -d 'Show equal rows too'
complete -c weft -n '__fish_seen_subcommand_from check' -s l -l level -x -a '1 2 3' -d 'Only checks of one level'
complete -c weft -n '__fish_seen_subcommand_from catalog; and not __fish_seen_subcommand_from list show' -a 'list show'
complete -c weft -n '__fish_seen_subcommand_from catalog; and __fish_seen_subcommand_from list' -a 'chips scaleup scaleout models workloads components profiles'
complete -c weft -n '__fish_seen_subcommand_from catalog; and __fish_seen_subcommand_from show' -a '(__weft_names)'
complete -c weft -n '__fish_seen_subcommand_from template; and not __fish_seen_subcommand_from list show make' -a 'list show make'
complete -c weft -n '__fish_seen_subcommand_from template; and __fish_seen_subcommand_from show make' -a '(__weft_templates)'
complete -c weft -n '__fish_seen_subcommand_from template' -s p -l params -x -d 'Parameters of the template'
complete -c weft -n '__fish_seen_subcommand_from topology' -a '(__weft_generators)'
complete -c weft -n '__fish_seen_subcommand_from topology' -s p -l params -x -d 'Parameters of the generator'
complete -c weft -n '__fish_seen_subcommand_from workload' -a '(__weft_workloads) import info'
complete -c weft -n '__fish_seen_subcommand_from workload' -s o -l output -r -F -d 'Write the task graph'
complete -c weft -n '__fish_seen_subcommand_from workload' -l recipe -r -F -d 'Write the generator and its parameters'
complete -c weft -n '__fish_seen_subcommand_from workload' -s p -l params -x -d 'Parameters of the generator of a matrix or a model'
complete -c weft -n '__fish_seen_subcommand_from map' -s a -l algorithm -x -a 'heft cpop peft peft-link peft-lc hoft hoft-code aeft-r greedy greedy-append exhaustive ranks best' -d 'How to map'
complete -c weft -n '__fish_seen_subcommand_from map' -l locality -d 'Look only at devices near the data'
complete -c weft -n '__fish_seen_subcommand_from map' -l time-limit -x -d 'Seconds of an exhaustive search'
complete -c weft -n '__fish_seen_subcommand_from map' -l max-states -x -d 'States of an exhaustive search'
complete -c weft -n '__fish_seen_subcommand_from map' -l knobs -r -F -d 'Measured efficiencies and launch times'
complete -c weft -n '__fish_seen_subcommand_from map' -l schedule -r -F -d 'Write the schedule'
complete -c weft -n '__fish_seen_subcommand_from map' -l trace -r -F -d 'Write the events for a simulator'
complete -c weft -n '__fish_seen_subcommand_from map' -l gantt -r -F -d 'Draw the schedule'
complete -c weft -n '__fish_seen_subcommand_from map' -l dark -d 'Draw on a dark ground'
complete -c weft -n '__fish_seen_subcommand_from map' -l instance -r -F -d 'A scheduling problem in plain numbers'
complete -c weft -n '__fish_seen_subcommand_from map' -l model -x -d 'Spread this language model'
complete -c weft -n '__fish_seen_subcommand_from map' -l use-all -d 'Use every chip'
complete -c weft -n '__fish_seen_subcommand_from map' -l training -d 'A training step'
complete -c weft -n '__fish_seen_subcommand_from map' -l prompt -x -d 'Tokens of a request'
complete -c weft -n '__fish_seen_subcommand_from map' -l new -x -d 'Tokens that are made'
complete -c weft -n '__fish_seen_subcommand_from map' -l batch -x -d 'Requests at once'
complete -c weft -n '__fish_seen_subcommand_from draw' -l view -x -a 'floor rack canvas' -d 'What to draw'
complete -c weft -n '__fish_seen_subcommand_from draw' -l definition -x -d 'Which rack of the graph'
complete -c weft -n '__fish_seen_subcommand_from draw' -l side -x -a 'front rear' -d 'Side of the rack'
complete -c weft -n '__fish_seen_subcommand_from draw' -l dark -d 'Draw on a dark ground'
complete -c weft -n '__fish_seen_subcommand_from draw' -s o -l output -r -F -d 'Write the picture'
complete -c weft -n '__fish_seen_subcommand_from study' -s m -l methods -x -a 'random hill greedy sa re tpe gp local builtin exhaustive' -d 'Methods, with options after a colon'
complete -c weft -n '__fish_seen_subcommand_from study' -l seeds -x -d 'Seeds, such as 1-20'
complete -c weft -n '__fish_seen_subcommand_from study' -s b -l budget -x -d 'Evaluations a run may make'
complete -c weft -n '__fish_seen_subcommand_from study' -l baseline -x -a 'random hill greedy sa re tpe gp local builtin exhaustive' -d 'Method to compare with'
complete -c weft -n '__fish_seen_subcommand_from study' -l optimum-limit -x -d 'Longest time for the optimum'
complete -c weft -n '__fish_seen_subcommand_from study' -l planner -x -d 'A language model as planner: URL MODEL'
complete -c weft -n '__fish_seen_subcommand_from study' -l csv -r -F -d 'Write the rows as CSV'
complete -c weft -n '__fish_seen_subcommand_from study' -l curves -r -F -d 'Write the curves as CSV'
complete -c weft -n '__fish_seen_subcommand_from study' -l chart -r -F -d 'Draw the curves'
complete -c weft -n '__fish_seen_subcommand_from study' -l record -d 'Record each run in a trail'
complete -c weft -n '__fish_seen_subcommand_from plan' -l space -x -a 'paper-2 paper-3 iso-cost same-generation-2024' -d 'Ready space or file'
complete -c weft -n '__fish_seen_subcommand_from plan' -l power -x -d 'Power budget'
complete -c weft -n '__fish_seen_subcommand_from plan' -l cost -x -d 'Cost budget'
complete -c weft -n '__fish_seen_subcommand_from plan' -l without -x -d 'Chips to leave out'
complete -c weft -n '__fish_seen_subcommand_from plan' -l weights -x -d 'Weights of workloads'
complete -c weft -n '__fish_seen_subcommand_from plan' -l problem -r -F -d 'Space, setting and limits in one file'
complete -c weft -n '__fish_seen_subcommand_from plan' -s e -l endpoint -x -d 'Ask a language model'
complete -c weft -n '__fish_seen_subcommand_from plan' -s m -l model -x -d 'Which of its models'
complete -c weft -n '__fish_seen_subcommand_from plan' -l key-variable -x -d 'Environment variable with the key'
complete -c weft -n '__fish_seen_subcommand_from plan' -l key-file -r -F -d 'File with the key'
complete -c weft -n '__fish_seen_subcommand_from plan' -l builtin -d 'The built-in planner'
complete -c weft -n '__fish_seen_subcommand_from plan' -l replay -x -a 'last (__weft_runs)' -d 'Play a recorded run again'
complete -c weft -n '__fish_seen_subcommand_from plan' -s b -l budget -x -d 'Evaluations'
complete -c weft -n '__fish_seen_subcommand_from plan' -l requests -x -d 'Requests to the planner'
complete -c weft -n '__fish_seen_subcommand_from plan' -l tokens -x -d 'Tokens in all'
complete -c weft -n '__fish_seen_subcommand_from plan' -l spend -x -d 'US dollars'
complete -c weft -n '__fish_seen_subcommand_from plan' -l minutes -x -d 'Time'
complete -c weft -n '__fish_seen_subcommand_from plan' -l patience -x -d 'Evaluations without a better score'
complete -c weft -n '__fish_seen_subcommand_from plan' -l from-design -d 'Begin with the design'
complete -c weft -n '__fish_seen_subcommand_from plan' -l no-specialists -d 'Ask no specialists'
complete -c weft -n '__fish_seen_subcommand_from plan' -l no-attribution -d 'Do not say what workloads are bound by'
complete -c weft -n '__fish_seen_subcommand_from plan' -l no-feedback -d 'Do not say why a design is refused'
complete -c weft -n '__fish_seen_subcommand_from plan' -l thinking -d 'Show what the model thinks'
complete -c weft -n '__fish_seen_subcommand_from plan' -l no-thinking -d 'Record only a hash of the thinking'
complete -c weft -n '__fish_seen_subcommand_from plan' -l no-record -d 'Leave no trail'
complete -c weft -n '__fish_seen_subcommand_from plan' -s o -l output -r -F -d 'Write the best design'
complete -c weft -n '__fish_seen_subcommand_from search' -l space -x -a 'paper-2 paper-3 iso-cost same-generation-2024' -d 'Ready space or file'
complete -c weft -n '__fish_seen_subcommand_from search' -l power -x -d 'Power budget'
complete -c weft -n '__fish_seen_subcommand_from search' -l cost -x -d 'Cost budget'
complete -c weft -n '__fish_seen_subcommand_from search' -l without -x -d 'Chips to leave out'
complete -c weft -n '__fish_seen_subcommand_from search' -l weights -x -d 'Weights of workloads'
complete -c weft -n '__fish_seen_subcommand_from search' -l problem -r -F -d 'Space, setting and limits in one file'
complete -c weft -n '__fish_seen_subcommand_from optimum' -l space -x -a 'paper-2 paper-3 iso-cost same-generation-2024' -d 'Ready space or file'
complete -c weft -n '__fish_seen_subcommand_from optimum' -l power -x -d 'Power budget'
complete -c weft -n '__fish_seen_subcommand_from optimum' -l cost -x -d 'Cost budget'
complete -c weft -n '__fish_seen_subcommand_from optimum' -l without -x -d 'Chips to leave out'
complete -c weft -n '__fish_seen_subcommand_from optimum' -l weights -x -d 'Weights of workloads'
complete -c weft -n '__fish_seen_subcommand_from optimum' -l problem -r -F -d 'Space, setting and limits in one file'
complete -c weft -n '__fish_seen_subcommand_from study' -l space -x -a 'paper-2 paper-3 iso-cost same-generation-2024' -d 'Ready space or file'
complete -c weft -n '__fish_seen_subcommand_from study' -l power -x -d 'Power budget'
complete -c weft -n '__fish_seen_subcommand_from study' -l cost -x -d 'Cost budget'
complete -c weft -n '__fish_seen_subcommand_from study' -l without -x -d 'Chips to leave out'
complete -c weft -n '__fish_seen_subcommand_from study' -l weights -x -d 'Weights of workloads'
complete -c weft -n '__fish_seen_subcommand_from study' -l problem -r -F -d 'Space, setting and limits in one file'
complete -c weft -n '__fish_seen_subcommand_from search' -s m -l methods -x -a 'random hill greedy sa re tpe gp local builtin exhaustive' -d 'Methods, with options after a colon'
complete -c weft -n '__fish_seen_subcommand_from search' -l seeds -x -d 'Seeds, such as 1-20'
complete -c weft -n '__fish_seen_subcommand_from search' -s b -l budget -x -d 'Evaluations of each run'
complete -c weft -n '__fish_seen_subcommand_from search' -l no-record -d 'Leave no trail'
complete -c weft -n '__fish_seen_subcommand_from search' -l no-optimum -d 'Show no regret'
complete -c weft -n '__fish_seen_subcommand_from search' -l resume -x -a 'last (__weft_runs)' -d 'Go on with a run'
complete -c weft -n '__fish_seen_subcommand_from search' -l csv -r -F -d 'Write every candidate'
complete -c weft -n '__fish_seen_subcommand_from search' -s o -l output -r -F -d 'Write the best design'
complete -c weft -n '__fish_seen_subcommand_from optimum' -l limit -x -d 'Answer with a gap after so many seconds'
complete -c weft -n '__fish_seen_subcommand_from optimum' -s o -l output -r -F -d 'Write the best design'
complete -c weft -n '__fish_seen_subcommand_from trail; and not __fish_seen_subcommand_from list show why verify export import replay' -a 'list show why verify export import replay'
complete -c weft -n '__fish_seen_subcommand_from trail; and __fish_seen_subcommand_from show why verify export replay' -a 'last (__weft_runs)'
complete -c weft -n '__fish_seen_subcommand_from trail; and __fish_seen_subcommand_from verify export import' -F
complete -c weft -n '__fish_seen_subcommand_from trail' -l actor -x -d 'What this actor did'
complete -c weft -n '__fish_seen_subcommand_from trail' -l kind -x -d 'Events of this kind'
complete -c weft -n '__fish_seen_subcommand_from trail' -l text -x -d 'Events with these words'
complete -c weft -n '__fish_seen_subcommand_from agent; and not __fish_seen_subcommand_from parse' -a parse
complete -c weft -n '__fish_seen_subcommand_from agent; and __fish_seen_subcommand_from parse' -a '(__fish_complete_suffix .json)'
complete -c weft -n '__fish_seen_subcommand_from agent' -l split -x -a 'whole bytewise recorded random' -d 'How the bytes are cut'
complete -c weft -n '__fish_seen_subcommand_from help' -a 'evaluate validate compare check catalog template topology draw workload map search plan optimum study trail agent bench'
complete -c weft -n '__fish_seen_subcommand_from bench' -l full -d 'Measure also what takes minutes'
complete -c weft -n '__fish_seen_subcommand_from bench' -l map -x -a 'large compare small' -d 'Parts of map'
complete -c weft -n '__fish_seen_subcommand_from bench' -l time-limit -x -d 'Time of each search'
complete -c weft -n '__fish_seen_subcommand_from bench' -l repeat -x -d 'Runs of each simulation'
complete -c weft -n '__fish_seen_subcommand_from bench' -a 'evaluator start json topology graph map canvas search sim sparse trail agent window'

complete -c weft-mpi -w weft
