cwlVersion: v1.2
class: Workflow
label: Monthly rainfall totals

inputs:
  daily_rainfall: File
  wet_day_threshold: float

outputs:
  monthly_totals:
    type: File
    outputSource: sum/table

steps:
  sum:
    in:
      script:
        default:
          class: File
          location: monthly_totals.py
      daily_rainfall: daily_rainfall
      wet_day_threshold: wet_day_threshold
    out: [table]
    run:
      class: CommandLineTool
      baseCommand: python3
      inputs:
        script: { type: File, inputBinding: { position: 1 } }
        daily_rainfall: { type: File, inputBinding: { position: 2 } }
        wet_day_threshold: { type: float, inputBinding: { position: 3 } }
      arguments:
        - position: 4
          valueFrom: monthly-totals.csv
      outputs:
        table:
          type: File
          outputBinding: { glob: monthly-totals.csv }
