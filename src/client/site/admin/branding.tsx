import { type ChangeEvent, type ReactNode, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { textOf, untilTheNextPage } from '#client/lib/submit.ts'
import { toastAfterNavigation } from '#client/lib/toast.ts'
import { brandingQuery, changeBranding, removeLogo, setLogo } from '#client/site/api/admin.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { problemsOf, tooLong } from '#client/ui/forms/form-rules.ts'
import { PictureDrop } from '#client/ui/forms/picture-drop.tsx'
import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { colorProblem, readColor } from '#contract/accent.ts'
import { nameProblem, textRules } from '#contract/field-texts.ts'
import type { BrandingAnswer } from '#contract/site/branding.ts'
import { css } from '#styled/css/index.js'
import { AccentPreview } from './accent-preview.tsx'

/** The page around it shows the change once it is loaded again. */
function reload(title: string): Promise<void> {
  toastAfterNavigation({ title, description: 'Every page shows it from now on.' })
  location.reload()
  return untilTheNextPage()
}

const narrow = css({ column: '6', maxWidth: 'reading' })

export const Branding = () => (
  <Section
    id="branding"
    title="Branding"
    description="How this site is named and looks: on pages, in mails and previews, on the kiosk and in the crew app. The icons of browser tabs and installed apps stay Reelstake’s. A change shows at once."
  >
    <Data query={brandingQuery()} what="The branding" shape="block">
      {branding => (
        <div className={narrow}>
          <BrandingForm
            branding={branding}
            what="The branding"
            saved="Branding saved"
            nameHint="Also the organiser of each tournament: who receives the money and pays the winnings. Empty: Reelstake, and each organiser’s own name."
            supportHint="Where people get help, on the support page and where this site can’t help."
          >
            <ColorField color={branding.color} />
            <FormActions>
              <SubmitButton variant="primary">Save</SubmitButton>
            </FormActions>
          </BrandingForm>
          <LogoCard branding={branding} />
        </div>
      )}
    </Data>
  </Section>
)

interface SettingProps {
  setting: BrandingAnswer['name']
  variable: string
  label: string
  name: string
  hint: string
  type?: 'email'
}

/** Setting of the site; one that the environment sets is shown, not changed. */
const Setting = ({ setting: { value, source }, variable, label, name, hint, type }: SettingProps) =>
  source === 'environment' ? (
    <div>
      <Text weight="semibold">{label}</Text>
      <Text breakable>{value}</Text>
      <Muted small>Set by {variable} on the server.</Muted>
    </div>
  ) : (
    <Field label={label} name={name} hint={hint} type={type} defaultValue={value ?? ''} autoComplete="off" />
  )

const orNull = (text: string) => (text.trim() === '' ? null : text)
const rules = { name: textRules.siteName }

interface BrandingFormProps {
  branding: BrandingAnswer
  /** Name of the saved part, such as `The branding`. */
  what: string
  saved: string
  nameHint: string
  supportHint: string
  children: ReactNode
}

/** Name and support address, with what else of the branding its children have. */
export function BrandingForm({
  branding: { name, supportEmail },
  what,
  saved,
  nameHint,
  supportHint,
  children,
}: BrandingFormProps) {
  const { send, fail } = useApiMutation(changeBranding, `${what} was not saved. Please try again.`)
  const save = async (data: FormData) => {
    const fieldOf = (field: string) => (data.has(field) ? { [field]: orNull(textOf(data, field)) } : {})
    await send({ body: { ...fieldOf('name'), ...fieldOf('supportEmail'), ...fieldOf('color') } })
    await reload(saved)
  }
  return (
    <Form
      onSubmit={save}
      onError={fail}
      check={data => ({
        ...tooLong(data, rules),
        ...problemsOf(data, ['name'], nameProblem),
        ...problemsOf(data, ['color'], colorProblem),
      })}
    >
      <Setting setting={name} variable="MARINA_NAME" label="Name" name="name" hint={nameHint} />
      <Setting
        setting={supportEmail}
        variable="SUPPORT_EMAIL"
        label="Support address"
        name="supportEmail"
        type="email"
        hint={supportHint}
      />
      {children}
    </Form>
  )
}

const colorRow = css({ display: 'flex', alignItems: 'flex-start', gap: '3' })
const colorText = css({ flex: '1 1 0' })
const picker = css({
  boxSize: 'touch',
  // Aligns with the box, below its label.
  marginTop: '6',
  padding: '1',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'md',
  backgroundColor: 'surface',
  cursor: 'pointer',
})

function ColorField({ color }: { color: string | null }) {
  const [text, setText] = useState(color ?? '')
  const change = (event: ChangeEvent<HTMLInputElement>) => setText(event.currentTarget.value)
  const accent = readColor(text)
  return (
    <Stack gap="2">
      <div className={colorRow}>
        <Field
          label="Accent colour"
          name="color"
          value={text}
          onChange={change}
          placeholder="#0c5fa8"
          autoComplete="off"
          spellCheck={false}
          hint="Of links and buttons. The orange of the main action stays. Empty: the usual blue."
          className={colorText}
        />
        <input
          type="color"
          aria-label="Choose the accent colour"
          value={accent ?? '#0c5fa8'}
          onChange={change}
          className={picker}
        />
      </div>
      {accent !== null && <AccentPreview accent={accent} />}
    </Stack>
  )
}

const picture = css({
  // The card would stretch it.
  alignSelf: 'flex-start',
  display: 'block',
  width: 'auto',
  maxWidth: 'full',
  maxHeight: '24',
  objectFit: 'contain',
  padding: '3',
  borderRadius: 'md',
  // Same as the header.
  backgroundColor: 'hull',
})

function LogoCard({ branding: { logo } }: { branding: BrandingAnswer }) {
  const upload = useApiMutation(setLogo, 'The logo was not saved. Please try again.')
  const removal = useApiMutation(removeLogo, 'The logo was not removed. Please try again.')
  const take = (file: File) => {
    const body = new FormData()
    body.set('file', file, 'logo')
    void upload.run({ body }, () => void reload('Logo saved'))
  }
  return (
    <Card as="section">
      <CardBody>
        <Text as="h3" look="subheading">
          Logo
        </Text>
        <Muted>
          Stands on dark blue. A transparent background looks best. A logo wider than twice its height
          replaces the name beside it.
        </Muted>
        {logo && (
          <img src={logo.url} width={logo.width} height={logo.height} alt="The logo" className={picture} />
        )}
        <PictureDrop
          busy={upload.pending}
          onPicture={take}
          label={logo ? 'Choose another logo' : 'Choose a logo'}
        />
        {logo && (
          <div>
            <Button
              variant="ghost"
              pending={removal.pending}
              onClick={() => void removal.run({}, () => void reload('Logo removed'))}
            >
              Remove Logo
            </Button>
          </div>
        )}
      </CardBody>
    </Card>
  )
}
