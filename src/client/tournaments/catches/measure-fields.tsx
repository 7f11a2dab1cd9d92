import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { Field, NumberField } from '#client/ui/forms/field.tsx'
import { Grid } from '#client/ui/layout/stack.tsx'
import { limits } from '#contract/limits.ts'
import type { WeightUnit } from '#contract/tournaments/scoring/rules.ts'
import { css } from '#styled/css/index.js'

/** Style of the one measure that a weigh-in is about. */
const big = css({
  '& input': {
    fontFamily: 'heading',
    fontWeight: 'bold',
    fontSize: '5xl',
    lineHeight: 'none',
    minHeight: '20',
    paddingInlineEnd: '14',
    appearance: 'textfield',
    '&::-webkit-inner-spin-button': { appearance: 'none' },
  },
  '& input + span': { fontSize: '2xl' },
})
const two = css({ '& > div': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } })

interface MeasureProps {
  isBig?: boolean
  inputRef?: RefObject<HTMLInputElement | null> | undefined
}

const size = (isBig: boolean) => (isBig ? { className: big } : {})

export function WeightField({
  unit,
  pounds,
  ounces,
  isBig = false,
  inputRef,
}: MeasureProps & { unit: WeightUnit; pounds?: number | undefined; ounces?: number | undefined }) {
  if (unit === 'oz') return <OuncesFields ounces={ounces} isBig={isBig} inputRef={inputRef} />
  return (
    <NumberField
      ref={inputRef}
      label="Weight"
      name="weight"
      min={0.01}
      max={limits.weightMax}
      suffix="lbs"
      defaultValue={pounds}
      required
      {...size(isBig)}
    />
  )
}

/** Pounds and ounces as a scale shows them, or ounces alone. */
function OuncesFields({ ounces, isBig = false, inputRef }: MeasureProps & { ounces?: number | undefined }) {
  const second = useRef<HTMLInputElement>(null)
  /** A scale shows "4-02"; phones' keypads have a key for the next field. */
  const advance = (event: KeyboardEvent) => {
    if (!['Enter', '-', ' '].includes(event.key)) return
    event.preventDefault()
    second.current?.select()
  }
  const fieldProps = {
    type: 'number',
    inputMode: 'numeric',
    step: 1,
    min: 0,
    autoComplete: 'off',
    ...size(isBig),
  } as const
  return (
    <div className={two}>
      <Grid columns="fields">
        <Field
          ref={inputRef}
          label="Pounds"
          name="pounds"
          max={limits.weightMax}
          suffix="lb"
          enterKeyHint="next"
          defaultValue={ounces === undefined ? undefined : Math.floor(ounces / 16)}
          onKeyDown={advance}
          {...fieldProps}
        />
        <Field
          ref={second}
          label="Ounces"
          name="ounces"
          max={limits.ouncesMax}
          suffix="oz"
          defaultValue={ounces === undefined ? undefined : ounces % 16}
          {...fieldProps}
        />
      </Grid>
    </div>
  )
}

export const LengthField = ({
  inches,
  hint,
  required,
  isBig = false,
  inputRef,
}: MeasureProps & { inches?: number | undefined; hint?: string | undefined; required: boolean }) => (
  <NumberField
    ref={inputRef}
    label="Length"
    name="length"
    min={0.01}
    max={limits.lengthMax}
    suffix="in"
    defaultValue={inches}
    hint={hint}
    required={required}
    {...size(isBig)}
  />
)
