import { useState } from 'react'
import { CheckboxField, RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Switch } from '#client/ui/forms/switch.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Grid, Stack } from '#client/ui/layout/stack.tsx'

class Refusal extends Error {
  readonly issues = [{ path: 'email', message: 'This email already has an account. Sign in instead.' }]
}

const visibilities = [
  { value: 'Backers', label: 'Backers Only (Default)' },
  { value: 'Public', label: 'Public', hint: 'Anyone can watch it' },
]

export function FormExamples() {
  const [status, setStatus] = useState('')
  return (
    <Section title="Forms" id="forms">
      <Grid columns="two">
        <Form
          messages={{ name: { valueMissing: 'Tournament name is required' } }}
          onSubmit={async data => {
            await new Promise(resolve => setTimeout(resolve, 600))
            if (String(data.get('email')).startsWith('taken')) throw new Refusal()
            setStatus(`Sent ${[...data.keys()].length} fields.`)
          }}
        >
          <Field label="Tournament Name" name="name" required maxLength={255} />
          <Field
            label="Email"
            name="email"
            type="email"
            required
            hint="Begin with “taken” to be refused by the server."
          />
          <PasswordField
            label="Password"
            name="password"
            required
            minLength={6}
            autoComplete="new-password"
          />
          <Field label="Amount" name="amount" type="number" prefix="$" min={10} step={0.01} required />
          <DateTimeField label="Start Date" name="startDate" required />
          <SubmitButton>Create Tournament</SubmitButton>
          <p role="status">{status}</p>
        </Form>
        <Stack gap="6">
          <TextareaField label="Caption" name="caption" counter maxLength={140} hint="Optional" />
          <SelectField
            label="Boat"
            name="boat"
            placeholder="No boat assigned"
            options={[{ value: '1', label: 'Reel Deal' }]}
          />
          <CheckboxField label="Chosen" name="chosen" defaultChecked />
          <CheckboxField label="Off" name="off" disabled />
          <RadioGroup
            label="Species"
            name="species"
            chips
            defaultValue="Wahoo"
            options={['Wahoo', 'Tuna'].map(value => ({ value, label: value }))}
          />
          <RadioGroup label="Visibility" name="visibility" options={visibilities} />
          <Switch label="Email me when my boat lands a fish" name="email-me" hint="At most one an hour" />
          <Field label="With an error" name="bad" defaultValue="x" error="Name is too long" suffix="lbs" />
          <Field label="Disabled" name="disabled" defaultValue="Cannot change" disabled />
        </Stack>
        <div data-surface="crew">
          <RadioGroup
            label="Visibility on the crew app"
            name="crew-visibility"
            inline
            defaultValue="Backers"
            options={visibilities}
          />
          <Switch label="Push notifications" name="push" defaultChecked />
        </div>
      </Grid>
    </Section>
  )
}
