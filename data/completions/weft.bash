# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of weft for bash.

_weft_catalog_names () {
  # "kind": "chips", "id": "b200-sxm" on one line each, or one line for both
  weft catalog list --json 2>/dev/null | tr -d '\n' | grep -oE '"kind": *"[^"]*", *"id": *"[^"]*"' \
    | sed -E 's/"kind": *"([^"]*)", *"id": *"([^"]*)"/\1\/\2/'
}

_weft_generators () {
  weft topology --json 2>/dev/null | tr -d '\n' | grep -oE '"name": *"[^"]*", *"title"' \
    | sed -E 's/"name": *"([^"]*)".*/\1/'
}

_weft_templates () {
  weft template list --json 2>/dev/null | tr -d '\n' | grep -oE '"id": *"[^"]*", *"title"' \
    | sed -E 's/"id": *"([^"]*)".*/\1/'
}

_weft_workloads () {
  weft workload --json 2>/dev/null | tr -d '\n' | grep -oE '"id": *"[^"]*", *"title"' \
    | sed -E 's/"id": *"([^"]*)".*/\1/'
}

_weft_workload_options () {
  weft workload "$1" --help 2>/dev/null | grep -oE -- '--[a-z0-9-]+'
}

_weft_runs () {
  weft trail list --json 2>/dev/null | tr -d '\n' | grep -oE '"id": *"[^"]*"' | sed -E 's/"id": *"([^"]*)"/\1/'
}

_weft_profiles () {
  _weft_catalog_names | sed -n 's/^profiles\///p'
}

_weft () {
  local word previous command i
  local common='--json --profile --seed --threads --no-colour --help'

  word=${COMP_WORDS[COMP_CWORD]}
  previous=${COMP_WORDS[COMP_CWORD-1]}
  command=
  for (( i = 1; i < COMP_CWORD; i++ )); do
    case ${COMP_WORDS[i]} in
      --profile | --profiles | --seed | --threads) (( i++ )) ;; # what follows is its value
      -*) ;;
      *) command=${COMP_WORDS[i]}; break ;;
    esac
  done
  COMPREPLY=()

  case $previous in
    --profile)
      mapfile -t COMPREPLY < <(compgen -W "$(_weft_profiles)" -- "$word")
      return
      ;;
    --profiles)
      mapfile -t COMPREPLY < <(compgen -W 'archagent-2026,measured measured,archagent-2026' -- "$word")
      return
      ;;
    --chart | --curves | --problem | --split-chart | --table | --csv | --curves | --output | -o)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --level | -l)
      mapfile -t COMPREPLY < <(compgen -W '1 2 3' -- "$word")
      return
      ;;
    --view)
      mapfile -t COMPREPLY < <(compgen -W 'floor rack canvas' -- "$word")
      return
      ;;
    --algorithm | -a)
      mapfile -t COMPREPLY < <(compgen -W 'heft cpop peft peft-link peft-lc hoft hoft-code aeft-r greedy greedy-append exhaustive best' -- "$word")
      return
      ;;
    --network)
      mapfile -t COMPREPLY < <(compgen -W 'fluid fifo' -- "$word")
      return
      ;;
    --collectives)
      mapfile -t COMPREPLY < <(compgen -W 'auto ring bidirectional-ring direct halving-doubling double-tree hierarchical in-switch closed-form' -- "$word")
      return
      ;;
    --send-ends)
      mapfile -t COMPREPLY < <(compgen -W 'arrived sent' -- "$word")
      return
      ;;
    --scenario | --chakra | --network-yml | --system-json | --groups | --remote-memory | --beside | --timeline | --link-chart | --bottleneck | --heat | --export-chakra | --export-astra | --export-simgrid | --agreement | --schedule | --trace | --gantt | --instance | --knobs | --recipe | --fit | --platforms | --residuals | --simulated)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --side)
      mapfile -t COMPREPLY < <(compgen -W 'front rear' -- "$word")
      return
      ;;
    --space | -s)
      mapfile -t COMPREPLY < <(compgen -W 'paper-2 paper-3 iso-cost same-generation-2024' -- "$word")
      return
      ;;
    --split)
      mapfile -t COMPREPLY < <(compgen -W 'whole bytewise recorded random' -- "$word")
      return
      ;;
    --resume)
      mapfile -t COMPREPLY < <(compgen -W "last $(_weft_runs)" -- "$word")
      return
      ;;
    --method)
      mapfile -t COMPREPLY < <(compgen -W 'hybrid random greedy hill sa re gp prior estimate' -- "$word")
      return
      ;;
    --methods | -m | --baseline)
      if [[ $command == optimize ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'hybrid random greedy hill sa re gp prior estimate' -- "$word")
        return
      fi
      mapfile -t COMPREPLY < <(compgen -W 'random hill greedy sa re tpe gp local builtin exhaustive' -- "$word")
      return
      ;;
    --seed | --seeds | --threads | --params | -p | --definition | --budget | -b | --optimum-limit | --actor | --kind | --text | --power | --cost | --without | --weights | --limit | --time-limit | --repeat | --max-states | --prompt | --new | --batch | --attributes | --platform | --operator | --segments | --date | --series | --input | -i | --over | --samples | --top | --start | --cost-max | --power-max)
      return
      ;;
    --preset)
      mapfile -t COMPREPLY < <(compgen -W 'archagent-injection-200 archagent-in-network archagent-hbm4 archagent-all' -- "$word")
      return
      ;;
    --explain)
      mapfile -t COMPREPLY < <(compgen -W 'score power_w cost_usd budget
        workloads/training/speedup workloads/serving/speedup workloads/stencil/speedup
        workloads/hpcg/speedup workloads/fft/speedup workloads/coupled/speedup
        partitions/0/count partitions/0/chip_w' -- "$word")
      return
      ;;
  esac

  if [[ -z $command ]]; then
    mapfile -t COMPREPLY < <(compgen -W 'evaluate validate compare sweep check catalog template topology draw workload map simulate calibrate search plan optimum optimize study trail agent bench help
      --help --version' -- "$word")
    return
  fi

  if [[ $word == -* ]]; then
    case $command in
      evaluate) common="$common --chart --split-chart --table --csv --explain --fit --chip --count --serve --train --tp --pp --ep --context --batch --memory --reserve --weight-dtype --kv-dtype --chunk --fill --dp-attention --dp --cp --virtual-stages --microbatch --zero --recompute --sequence-parallel --no-flash --states --offload --input --output --cached --concurrency --offline --static --engine --host --prefill-count --prefill-tp --best --ttft --tpot --rate --domain --collective --bytes --ranks --per-node --scaleup --scaleout --library --ports --oversubscription --in-network --busy-hosts --chunks --dtype --stack --no-overlap --no-sequence-parallel --sequence" ;;
      compare) common="$common --all --profiles --sources" ;;
      check) common="$common --level" ;;
      sweep) common="$common --input --output --tornado --total --elasticities --all --top --break-even --over --uncertainty --samples --whole --against --preset --list-inputs --list-presets --csv --chart" ;;
      draw) common="$common --output --view --definition --side --dark" ;;
      workload) common="$common --output --recipe --params $(_weft_workload_options "${COMP_WORDS[i+1]}")" ;;
      map) common="$common --algorithm --locality --time-limit --max-states --knobs --schedule --trace --gantt --dark --instance --model --use-all --training --prompt --new --batch" ;;
      simulate) common="$common --network --packet --exact --collectives --chunks --active-chunks --send-ends --algorithm --knobs --remote --speed --delay --scenario --chakra --describe --network-yml --system-json --groups --remote-memory --astra --unaware --beside --timeline --gantt --link-chart --bottleneck --heat --dark --export-chakra --export-astra --export-simgrid --max-links" ;;
      calibrate) common="$common --fit --platforms --attributes --platform --operator --segments --date --output --knobs --residuals --series --dark --simulated --measurements --only --folds --card --rows --check" ;;
      plan) common="$common --space --problem --power --cost --without --weights --endpoint --model --key-variable --key-file --builtin --replay --budget --requests --tokens --spend --minutes --patience --from-design --no-specialists --no-attribution --no-feedback --thinking --no-thinking --no-record --output" ;;
      search) common="$common --space --problem --power --cost --without --weights --methods --seeds --budget --no-record --no-optimum --resume --csv --output --simulate-top --agreement" ;;
      optimize) common="$common --table --method --budget --start --cost-max --power-max --weights" ;;
      optimum) common="$common --space --problem --power --cost --without --weights --limit --output" ;;
      study) common="$common --table --space --problem --power --cost --without --weights --methods --planner --seeds --budget --baseline --optimum-limit --csv --curves --chart --record" ;;
      trail) common="$common --actor --kind --text" ;;
      agent) common="$common --split" ;;
      bench) common="$common --full --map --time-limit --repeat" ;;
      template | topology) common="$common --params" ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$common" -- "$word")
    return
  fi

  case $command in
    evaluate | validate | compare | draw | sweep)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -X '!*.weft' -- "$word"; compgen -d -- "$word")
      ;;
    catalog)
      case $previous in
        catalog) mapfile -t COMPREPLY < <(compgen -W 'list show' -- "$word") ;;
        list) mapfile -t COMPREPLY < <(compgen -W 'chips scaleup scaleout models workloads components profiles' -- "$word") ;;
        show)
          # With a kind or without: chips/b200-sxm, b200-sxm.
          mapfile -t COMPREPLY < <(compgen -W "$(_weft_catalog_names)" -- "$word")
          if [[ -n $word && $word != */* ]]; then
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W \
              "$(_weft_catalog_names | sed 's/^[^/]*\///')" -- "$word")
          fi
          ;;
      esac
      ;;
    template)
      case $previous in
        template) mapfile -t COMPREPLY < <(compgen -W 'list show make' -- "$word") ;;
        show | make) mapfile -t COMPREPLY < <(compgen -W "$(_weft_templates)" -- "$word") ;;
      esac
      ;;
    topology)
      mapfile -t COMPREPLY < <(compgen -W "$(_weft_generators)" -- "$word")
      ;;
    workload)
      case $previous in
        workload) mapfile -t COMPREPLY < <(compgen -W "import info $(_weft_workloads)" -- "$word") ;;
        import | info)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$word")
          ;;
      esac
      ;;
    simulate)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word"; compgen -W "$(_weft_workloads) all-reduce-8 all-reduce-64 all-reduce-512 xf-tiny xf8 xf40 xf64 lcg8 lcg64 lcg512" -- "$word")
      ;;
    map)
      case $previous in
        -a | --algorithm)
          mapfile -t COMPREPLY < <(compgen -W 'heft cpop peft peft-link peft-lc hoft hoft-code aeft-r greedy greedy-append exhaustive ranks best' -- "$word")
          ;;
        *)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$word"; compgen -W "$(_weft_workloads)" -- "$word")
          ;;
      esac
      ;;
    calibrate)
      case $previous in
        calibrate) mapfile -t COMPREPLY < <(compgen -W 'fit project table check evaluator' -- "$word") ;;
        *)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -X '!*.csv' -- "$word"; compgen -d -- "$word")
          ;;
      esac
      ;;
    trail)
      case $previous in
        trail) mapfile -t COMPREPLY < <(compgen -W 'list show why verify export import replay' -- "$word") ;;
        show | why | export | replay) mapfile -t COMPREPLY < <(compgen -W "last $(_weft_runs)" -- "$word") ;;
        verify)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -W "last $(_weft_runs)" -- "$word"; compgen -f -X '!*.zip' -- "$word")
          ;;
        *)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$word")
          ;;
      esac
      ;;
    agent)
      case $previous in
        agent) mapfile -t COMPREPLY < <(compgen -W 'parse' -- "$word") ;;
        *)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -X '!*.json' -- "$word"; compgen -d -- "$word")
          ;;
      esac
      ;;
    bench)
      mapfile -t COMPREPLY < <(compgen -W 'evaluator start json topology graph map canvas search policy sim sparse trail whatif agent window' -- "$word")
      ;;
    help)
      mapfile -t COMPREPLY < <(compgen -W 'evaluate validate compare sweep check catalog template topology draw workload map simulate calibrate search plan optimum optimize study trail agent bench' -- "$word")
      ;;
  esac
}

complete -F _weft weft weft-mpi
