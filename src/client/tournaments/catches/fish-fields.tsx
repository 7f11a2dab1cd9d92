import { type RefObject, useState } from 'react'
import { CheckboxField, RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { isSameSpecies } from '#contract/tournaments/scoring/fish.ts'
import { listWords } from '#contract/tournaments/scoring/rule-words.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { otherSpecies } from './fish-of-form.ts'
import { LengthField, WeightField } from './measure-fields.tsx'
import {
  isLengthFirst,
  type Kind,
  kindsOf,
  lengthNeedOf,
  marksOf,
  namesAnglers,
  speciesOf,
  takesOthers,
  weightUnitOf,
} from './needs.ts'
import { SpeciesField } from './species-field.tsx'

export interface Angler {
  id: string
  name: string
}

/** Initial values of fields. */
export interface FishValues {
  kind?: Kind | undefined
  species?: string | undefined
  anglerId?: string | undefined
  pounds?: number | undefined
  ounces?: number | undefined
  inches?: number | undefined
  marks?: readonly string[] | undefined
}

interface FishFieldsProps {
  /** Null for a weight and a species alone. */
  rules: RulesJson | null
  /** Anglers of the boat. */
  anglers: readonly Angler[]
  values?: FishValues | undefined
  /** Latest first. */
  recent?: readonly string[] | undefined
  isBig?: boolean
  /** The first measure. */
  measureRef?: RefObject<HTMLInputElement | null>
}

/** Fields of a fish that the rules need. */
export function FishFields({ rules, ...props }: FishFieldsProps) {
  const { values = {}, recent, isBig = false, measureRef } = props
  if (rules) return <RuledFields rules={rules} {...props} />
  return (
    <>
      <WeightField unit="lb" pounds={values.pounds} isBig={isBig} inputRef={measureRef} />
      <SpeciesField recent={recent} value={values.species} />
    </>
  )
}

function RuledFields({
  rules,
  anglers,
  values = {},
  recent,
  isBig = false,
  measureRef,
}: FishFieldsProps & { rules: RulesJson }) {
  const kinds = kindsOf(rules)
  const [kind, setKind] = useState<Kind>(values.kind ?? kinds[0] ?? 'weighed')
  const speciesNames = speciesOf(rules, kind)
  const [species, setSpecies] = useState(
    values.species ?? (speciesNames.length === 1 ? speciesNames[0] : '') ?? '',
  )
  const unit = weightUnitOf(rules, kind)
  const isFirst = isLengthFirst(rules, kind)
  const need = lengthNeedOf(rules, kind, species)
  const marks = marksOf(rules, species)
  const length = (
    <LengthField
      inches={values.inches}
      required={need?.isRequired ?? false}
      hint={
        need && !need.isRequired
          ? `Without it, the fish doesn’t count in ${listWords(need.categories)}.`
          : undefined
      }
      isBig={isBig && isFirst}
      inputRef={isFirst ? measureRef : undefined}
    />
  )
  return (
    <>
      {kinds.length > 1 && (
        <RadioGroup
          label="The fish was"
          name="kind"
          options={kinds.map(value => ({ value, label: kindTexts[value] }))}
          value={kind}
          onChange={value => setKind(value === 'released' ? value : 'weighed')}
          chips
        />
      )}
      {unit !== null && (
        <WeightField
          unit={unit}
          pounds={values.pounds}
          ounces={values.ounces}
          isBig={isBig}
          inputRef={measureRef}
        />
      )}
      {isFirst && length}
      {speciesNames.length > 0 ? (
        <SpeciesChoice
          names={speciesNames}
          takesOthers={takesOthers(rules, kind)}
          value={species}
          onChange={setSpecies}
        />
      ) : (
        <SpeciesField recent={recent} value={values.species} onChange={setSpecies} />
      )}
      {!isFirst && need && length}
      {marks.length > 0 && (
        <Row gap="6" rowGap="0">
          {marks.map(({ key, name }) => (
            <CheckboxField
              key={key}
              label={name}
              name="marks"
              value={key}
              defaultChecked={values.marks?.includes(key)}
            />
          ))}
        </Row>
      )}
      {namesAnglers(rules) && <AnglerField anglers={anglers} value={values.anglerId} />}
    </>
  )
}

const kindTexts: Record<Kind, string> = { weighed: 'Weighed', released: 'Released' }

interface SpeciesChoiceProps {
  names: readonly string[]
  /** Other species count too. */
  takesOthers: boolean
  value: string
  onChange(species: string): void
}

/** The species that the rules name, and others. */
function SpeciesChoice({ names, takesOthers, value, onChange }: SpeciesChoiceProps) {
  const choice = names.find(name => isSameSpecies(name, value))
  const [isOther, setOther] = useState(value !== '' && choice === undefined)
  const choose = (name: string) => {
    setOther(name === otherSpecies)
    onChange(name === otherSpecies ? '' : name)
  }
  return (
    <Stack gap="3">
      <RadioGroup
        label="Species"
        name="species"
        options={[
          ...names.map(name => ({ value: name, label: name })),
          { value: otherSpecies, label: 'Other' },
        ]}
        value={isOther ? otherSpecies : (choice ?? '')}
        onChange={choose}
        required
        chips
      />
      {isOther && (
        <Field
          label="Other species"
          name="otherSpecies"
          autoComplete="off"
          autoCapitalize="words"
          defaultValue={value}
          hint={takesOthers ? undefined : 'Recorded; the rules don’t count it.'}
          onInput={event => onChange(event.currentTarget.value)}
          required
        />
      )}
    </Stack>
  )
}

function AnglerField({ anglers, value }: { anglers: readonly Angler[]; value?: string | undefined }) {
  const [only] = anglers
  if (only === undefined) return <Muted small>This boat has no anglers listed yet.</Muted>
  return (
    <SelectField
      label="Angler"
      name="anglerId"
      placeholder="Not stated"
      options={anglers.map(({ id, name }) => ({ value: id, label: name }))}
      defaultValue={value ?? (anglers.length === 1 ? only.id : '')}
    />
  )
}
