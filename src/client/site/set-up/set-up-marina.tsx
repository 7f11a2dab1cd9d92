import type { ReactNode } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { NameLink } from '#client/ui/controls/link.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Grid, Panel } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import type { PaymentMode } from '#contract/payment-mode.ts'
import { css } from '#styled/css/index.js'

const paymentTexts: Record<PaymentMode, string> = {
  test: 'Test payments: no card is charged.',
  sandbox: 'Sandbox: only test cards work.',
  live: 'Live: cards are charged.',
}

const list = css({ listStyle: 'decimal', '& > li': { marginInlineStart: '6' } })

/** The first steps, and what the server's environment decides. */
export function SetUpMarina() {
  const { sendsMail, payments, hasGate, ownLinks } = useBoot()
  const isOwner = ownLinks?.some(({ href }) => href === paths.admin()) === true
  return (
    <Section id="set-up" title="Set Up Your Marina">
      <Grid columns="two">
        <Panel as="ol" padding="md" gap="3" className={list}>
          {isOwner && (
            <Step title={<NameLink href={paths.admin('set-up')}>Set up your site</NameLink>}>
              Its name, mail, payments and password.
            </Step>
          )}
          <Step title={<NameLink href={paths.createTournament()}>Create a tournament</NameLink>}>
            You become its organiser.
          </Step>
          <Step title="Share its page and print the QR code">A checklist on its Manage page helps you.</Step>
          <Step title={<NameLink href={paths.kiosk()}>Open the kiosk</NameLink>}>
            The live leaderboard for a large screen.
          </Step>
        </Panel>
        <Panel as="dl" padding="md" gap="3">
          <Fact term="Mail">
            {sendsMail ? 'Mails are sent.' : 'Mails are written to files on the server.'}
          </Fact>
          <Fact term="Payments">{paymentTexts[payments]}</Fact>
          <Fact term="Access">{hasGate ? 'Visitors need the site password.' : 'Open to everyone.'}</Fact>
        </Panel>
      </Grid>
    </Section>
  )
}

const Step = ({ title, children }: { title: ReactNode; children: string }) => (
  <li>
    <Text as="h3" weight="semibold">
      {title}
    </Text>
    <Muted small>{children}</Muted>
  </li>
)

const Fact = ({ term, children }: { term: string; children: string }) => (
  <div>
    <Text as="dt" weight="semibold">
      {term}
    </Text>
    <Muted as="dd" small>
      {children}
    </Muted>
  </div>
)
