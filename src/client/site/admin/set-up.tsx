import { type ReactNode, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { RequestError } from '#client/lib/request.ts'
import { textOf, toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { unlockSite } from '#client/people/api/gate.ts'
import { brandingQuery, checklistQuery, checkPaymentKeys, settingsQuery } from '#client/site/api/admin.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import type { AdminSettings, Check, CheckState } from '#contract/site/admin.ts'
import type { BrandingAnswer } from '#contract/site/branding.ts'
import { css } from '#styled/css/index.js'
import { BrandingForm } from './branding.tsx'
import { CheckMark } from './checks.tsx'
import { ServerLines } from './server-lines.tsx'
import { TestMailButton } from './test-mail-button.tsx'

const narrow = css({ column: '4', maxWidth: 'reading' })

/** Setup of a new site: each part shows its state, and can be tried. */
export const SetUp = () => (
  <Section
    id="set-up"
    title="Set Up Your Site"
    description="Name, mail, payments and the site password. Change them now or later."
  >
    <Data query={brandingQuery()} what="The site’s name" shape="block">
      {branding => (
        <Data query={settingsQuery()} what="The settings" shape="block">
          {({ settings }) => (
            <Data query={checklistQuery()} what="The checklist" shape="block">
              {({ checks }) => (
                <div className={narrow}>
                  <NamePart branding={branding} />
                  <MailPart checks={checks} settings={settings} />
                  <PaymentsPart checks={checks} />
                  <GatePart checks={checks} settings={settings} />
                  <Muted>
                    Then <TextLink href={paths.createTournament()}>create a tournament</TextLink>. The{' '}
                    <TextLink href={paths.admin('checklist')}>checklist</TextLink> says what else needs you.
                  </Muted>
                </div>
              )}
            </Data>
          )}
        </Data>
      )}
    </Data>
  </Section>
)

interface FactsProps {
  checks: readonly Check[]
}
interface SettingsProps {
  settings: AdminSettings['settings']
}

const isSet = (settings: SettingsProps['settings'], name: string) =>
  settings.some(setting => setting.name === name && setting.source === 'environment')

interface PartProps {
  title: string
  state: CheckState
  /** Meaning of `note` here. */
  note?: string
  children: ReactNode
}

const Part = ({ title, state, note = 'Not yet', children }: PartProps) => (
  <Card as="section" aria-label={title}>
    <CardBody>
      <Row between>
        <Text as="h3" look="subheading">
          {title}
        </Text>
        <CheckMark state={state} note={note} />
      </Row>
      {children}
    </CardBody>
  </Card>
)

function NamePart({ branding }: { branding: BrandingAnswer }) {
  const { name, supportEmail } = branding
  const isFixed = name.source === 'environment' && supportEmail.source === 'environment'
  return (
    <Part title="Site Name" state={name.value === null ? 'note' : 'ok'}>
      <BrandingForm
        branding={branding}
        what="The name"
        saved="Name saved"
        nameHint="On every page and mail, and as the organiser of each tournament."
        supportHint="Where people get help."
      >
        <Row gap="3">
          {!isFixed && (
            <SubmitButton size="md" variant="action">
              Save
            </SubmitButton>
          )}
          <TextLink href={paths.admin('branding')} standalone>
            Logo and colour
          </TextLink>
        </Row>
      </BrandingForm>
    </Part>
  )
}

const mailChecks: readonly string[] = ['mail', 'test-mail']

function MailPart({ checks, settings }: FactsProps & SettingsProps) {
  const { canonical, sendsMail } = useBoot()
  const check = checks.find(({ id }) => mailChecks.includes(id))
  const lines = [
    'SMTP_URL=smtps://user:password@mail.example.org:465',
    'MAIL_FROM=Marina <marina@example.org>',
    ...(isSet(settings, 'PUBLIC_URL') ? [] : [`PUBLIC_URL=${new URL(canonical).origin}`]),
  ]
  return (
    <Part title="Mail" state={check?.state ?? 'ok'}>
      <Text>
        {sendsMail && check
          ? check.text
          : 'No mail goes out yet. Receipts and reset links are written to files on the server.'}
      </Text>
      <Row>
        <TestMailButton />
      </Row>
      <ServerLines summary={sendsMail ? 'Use another mail server' : 'Send mail'} lines={lines} />
    </Part>
  )
}

const keyLines = [
  'STRIPE_SECRET_KEY=sk_live_…',
  'STRIPE_PUBLISHABLE_KEY=pk_live_…',
  'STRIPE_WEBHOOK_SECRET=whsec_…',
]

function PaymentsPart({ checks }: FactsProps) {
  const { canonical, payments } = useBoot()
  const check = checks.find(({ id }) => id === 'payments')
  const test = useApiMutation(checkPaymentKeys, 'The keys were not checked. Please try again.')
  const ask = () =>
    test.run({}, ({ provider, mode }) =>
      toast({
        title: `${provider} accepts the keys`,
        description: mode === 'live' ? 'Cards are charged.' : 'Sandbox: only test cards work.',
      }),
    )
  const isTest = payments === 'test'
  return (
    <Part title="Payments" state={check?.state ?? 'ok'}>
      <Text>
        {isTest || !check
          ? 'Test payments: no card is charged. Everything else works as it will with real money.'
          : check.text}
      </Text>
      {!isTest && (
        <Row>
          <Button variant="secondary" pending={test.pending} onClick={() => void ask()}>
            Check the Keys
          </Button>
        </Row>
      )}
      <ServerLines summary={isTest ? 'Take cards with Stripe' : 'Use other keys'} lines={keyLines}>
        The keys are in Stripe’s dashboard. Its webhook goes to{' '}
        {`${new URL(canonical).origin}/api/stripe/webhook`}.
      </ServerLines>
    </Part>
  )
}

function GatePart({ checks, settings }: FactsProps & SettingsProps) {
  const { hasGate } = useBoot()
  const check = checks.find(({ id }) => id === 'gate')
  const isOwn = isSet(settings, 'SITE_PASSWORD')
  return (
    <Part title="Site Password" state={check?.state ?? 'ok'} note="Off">
      {check?.state === 'risk' && <Text>{check.text}</Text>}
      <Text>
        {!hasGate
          ? 'Off: the site is open to everyone.'
          : isOwn
            ? 'Visitors need the site password that you chose.'
            : 'Visitors need the site password that the server prints when it starts.'}
      </Text>
      {hasGate && <TryPassword />}
      {hasGate && (
        <ServerLines
          summary={isOwn ? 'Choose another password' : 'Choose the password yourself'}
          lines={['SITE_PASSWORD=']}
        >
          Your password goes after the equals sign. Visitors enter the new one once.
        </ServerLines>
      )}
      <ServerLines
        summary={hasGate ? 'Open the site to everyone' : 'Ask visitors for a password'}
        lines={[`SITE_GATE=${hasGate ? 'off' : 'on'}`]}
      />
    </Part>
  )
}

function TryPassword() {
  const [outcome, setOutcome] = useState('')
  const attempt = async (data: FormData) => {
    setOutcome('')
    try {
      await unlockSite({ body: { password: textOf(data, 'password') } })
      setOutcome('It opens the site.')
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'wrong_password') throw error
      setOutcome('It doesn’t open the site.')
    }
  }
  return (
    <Form onSubmit={attempt} onError={toastFailure}>
      <PasswordField label="Site password" name="password" autoComplete="off" required />
      <Row gap="3">
        <SubmitButton size="md" variant="secondary">
          Try the Password
        </SubmitButton>
        <Text role="status">{outcome}</Text>
      </Row>
    </Form>
  )
}
