import Clock from 'lucide-react/icons/clock'
import Pencil from 'lucide-react/icons/pencil'
import Ship from 'lucide-react/icons/ship'
import Trash2 from 'lucide-react/icons/trash-2'
import Trophy from 'lucide-react/icons/trophy'
import { useState } from 'react'
import { NowProvider } from '#client/lib/now.tsx'
import { toast } from '#client/lib/toast.ts'
import { Button, IconButton, IconLink, LinkButton } from '#client/ui/controls/button.tsx'
import { TextButton, TextLink } from '#client/ui/controls/link.tsx'
import { ThemeSwitch } from '#client/ui/controls/theme-switch.tsx'
import { CheckboxField, RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Switch } from '#client/ui/forms/switch.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import {
  Card,
  CardBody,
  CardFooter,
  CardHeader,
  CardLink,
  CardText,
  CardTitle,
  Stat,
} from '#client/ui/layout/card.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Hero } from '#client/ui/layout/hero.tsx'
import { Container, PageHeader, Section } from '#client/ui/layout/page.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { SkipLink } from '#client/ui/layout/skip-link.tsx'
import { Grid, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Avatar } from '#client/ui/marks/avatar.tsx'
import { Badge, PositionBadge } from '#client/ui/marks/badge.tsx'
import { Logo } from '#client/ui/marks/logo.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { Pennant } from '#client/ui/marks/pennant.tsx'
import { FundingBar, Progress } from '#client/ui/marks/progress.tsx'
import { DateRange, DateTime, RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { VideoPlayer } from '#client/ui/marks/video-player.tsx'
import { ConfirmDialog, Dialog } from '#client/ui/overlays/dialog.tsx'
import { ToastRegion } from '#client/ui/overlays/toast-region.tsx'
import { css } from '#styled/css/index.js'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const bar = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  paddingInline: '4',
  paddingBlock: '2',
  colorScheme: 'dark',
  backgroundColor: 'hullDeep',
  color: 'onHull',
})
const main = css({ paddingBlock: '10' })
const crew = css({
  padding: '5',
  backgroundColor: 'ground',
  borderRadius: 'lg',
  borderWidth: '1px',
  borderColor: 'line',
})
const board = css({ display: 'flex', flexDirection: 'column' })
const rank = css({
  display: 'grid',
  gridTemplateColumns: 'auto auto 1fr auto',
  alignItems: 'center',
  gap: '3',
  paddingBlock: '2',
  borderBottomWidth: '1px',
  borderColor: 'line',
})
const boatName = css({ textStyle: 'figure' })
const muted = css({ textStyle: 'small', color: 'inkMuted' })
const types = css({ display: 'flex', flexDirection: 'column', gap: '2' })
const t1 = css({ textStyle: 'title' })
const t2 = css({ textStyle: 'heading' })
const t3 = css({ textStyle: 'subheading' })
const t4 = css({ textStyle: 'eyebrow', color: 'inkMuted' })

const BOATS = [
  'Reel Deal',
  'Poseidon',
  'The Salty Dog',
  'Knot Working',
  'Sea Ya',
  'Blue Marlin',
  'Lucky Strike',
  'Osprey',
]

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

class Refusal extends Error {
  readonly issues = [{ path: 'email', message: 'This email already has an account. Sign in instead.' }]
}

export default function UiKit() {
  return (
    <NowProvider now={NOW}>
      <SkipLink />
      <header className={bar}>
        <Logo href="/__ui" />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1}>
        <Hero
          title="Fund the Catch. Share the Victory."
          lead="Back a boat, follow every hookup live, and take your share when it wins."
          actions={
            <>
              <LinkButton href="#buttons" variant="action" size="lg">
                Fund a Tournament
              </LinkButton>
              <LinkButton href="#cards" variant="secondary" size="lg">
                List Your Boat
              </LinkButton>
            </>
          }
        />
        <Container className={main}>
          <Stack gap="xl">
            <PageHeader
              title="Every part in every state"
              description="What the product is drawn with."
              action={<LinkButton href="#forms">To the forms</LinkButton>}
            />
            <Type />
            <Buttons />
            <Badges />
            <Cards />
            <Figures />
            <Forms />
            <Overlays />
            <People />
            <States />
            <Videos />
            <Section
              title="Crew surface"
              id="crew"
              description="The same parts under data-surface=crew: AAA and 56 px."
            >
              <div data-surface="crew" className={crew}>
                <Stack>
                  <Row>
                    <Button size="wet" variant="action">
                      Record
                    </Button>
                    <Button size="wet">Publish Post</Button>
                    <Button size="wet" variant="secondary">
                      Retry
                    </Button>
                    <Button size="wet" variant="destructive">
                      Delete
                    </Button>
                  </Row>
                  <RadioGroup
                    label="Visibility"
                    name="crew-visibility"
                    defaultValue="Backers"
                    options={[
                      { value: 'Backers', label: 'Backers Only (Default)' },
                      { value: 'Public', label: 'Public', hint: 'Anyone can watch it' },
                    ]}
                  />
                  <Switch label="Push notifications" name="push" defaultChecked />
                  <p className={muted}>Muted text, readable in the sun.</p>
                </Stack>
              </div>
            </Section>
          </Stack>
        </Container>
      </main>
      <ToastRegion />
    </NowProvider>
  )
}

function Type() {
  return (
    <Section title="Type" id="type">
      <div className={types}>
        <p className={t1}>Title: 847.5 lbs on the board</p>
        <p className={t2}>Heading: White Marlin Open</p>
        <p className={t3}>Subheading: Captain Ana Reyes</p>
        <p className={t4}>Eyebrow: prize pool</p>
        <p>
          Body text in the system face, with a <TextLink href="#type">link</TextLink> and money,{' '}
          <Money amount="12500.00" />, <Money amount="25" cents />.
        </p>
        <p className={muted}>
          Posted <RelativeTime iso="2026-11-21T11:57:00Z" />, on{' '}
          <DateTime iso="2026-11-20T15:04:00Z" withTime />, fished{' '}
          <DateRange start="2026-11-20T10:00:00Z" end="2026-11-23T18:00:00Z" />. <RelativeTime iso="never" />.
        </p>
      </div>
    </Section>
  )
}

function Buttons() {
  return (
    <Section title="Buttons" id="buttons">
      <Stack>
        <Row>
          <Button variant="action">Fund $100</Button>
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="destructive">Delete</Button>
        </Row>
        <Row>
          <Button size="sm">Small</Button>
          <Button>Medium</Button>
          <Button size="lg">Large</Button>
          <Button size="wet">Wet hands</Button>
        </Row>
        <Row>
          <Button variant="action" disabled>
            Fully Funded
          </Button>
          <Button variant="secondary" disabled>
            Disabled
          </Button>
          <Button variant="action" pending pendingLabel="Loading...">
            Sign in
          </Button>
          <Button pending>Saving</Button>
        </Row>
        <Row>
          <LinkButton href="#buttons" variant="secondary">
            A link
          </LinkButton>
          <IconButton label="Edit">
            <Pencil size={20} aria-hidden />
          </IconButton>
          <IconButton label="Delete" variant="destructive" size="sm">
            <Trash2 size={18} aria-hidden />
          </IconButton>
          <IconButton label="Saving" variant="secondary" pending>
            <Pencil size={20} aria-hidden />
          </IconButton>
          <IconLink label="Boats" href="#cards" variant="secondary" size="wet">
            <Ship size={24} aria-hidden />
          </IconLink>
        </Row>
        <Button block variant="action" size="lg">
          As wide as its place
        </Button>
        <Row>
          <TextLink standalone href="#type">
            Alone
          </TextLink>
          <TextButton>Already have an account? Sign in</TextButton>
        </Row>
      </Stack>
    </Section>
  )
}

function Badges() {
  return (
    <Section title="Badges" id="badges">
      <Row>
        <Badge tone="live">Live</Badge>
        <Badge tone="soon" icon={<Clock size={14} aria-hidden />}>
          Starting Soon
        </Badge>
        <Badge tone="completed">Completed</Badge>
        <Badge tone="cancelled">Cancelled</Badge>
        <Badge>Draft</Badge>
        <Badge tone="info">Backers</Badge>
        <Badge tone="gold">First</Badge>
        <Badge tone="silver">Second</Badge>
        <Badge tone="bronze">Third</Badge>
      </Row>
      <Row>
        {[1, 2, 3, 4, 12].map(position => (
          <PositionBadge key={position} position={position} />
        ))}
        <PositionBadge position={1} size="lg" />
      </Row>
    </Section>
  )
}

function Cards() {
  return (
    <Section
      title="Cards"
      id="cards"
      action={
        <TextLink standalone href="#cards">
          All tournaments
        </TextLink>
      }
    >
      <Grid>
        <Card as="article" pressable>
          <CardHeader>
            <Row between>
              <Badge tone="live">Live</Badge>
              <span className={muted}>2 days left</span>
            </Row>
            <CardTitle>
              <CardLink href="#cards">White Marlin Open</CardLink>
            </CardTitle>
            <CardText>Five days offshore for the biggest white marlin of the season.</CardText>
          </CardHeader>
          <CardBody>
            <FundingBar percent={73} raised="7300.00" goal="10000.00" label="Funding of White Marlin Open" />
          </CardBody>
          <CardFooter>
            <LinkButton href="#cards" variant="action" block>
              Fund This Boat
            </LinkButton>
          </CardFooter>
        </Card>
        <Card as="article">
          <CardHeader>
            <Row between>
              <Badge tone="soon">Starting Soon</Badge>
              <span className={muted}>Starts in 18 hours</span>
            </Row>
            <CardTitle>Bluefin Blitz of the Outer Banks and the Whole Carolina Coast</CardTitle>
            <CardText>Join this exciting fishing tournament</CardText>
          </CardHeader>
          <CardBody>
            <FundingBar percent={100} raised="15000.00" goal="15000.00" label="Funding of Bluefin Blitz" />
          </CardBody>
          <CardFooter>
            <Button disabled block>
              Fully Funded
            </Button>
          </CardFooter>
        </Card>
        <Card href="#cards">
          <CardHeader>
            <CardTitle>A card that is one link</CardTitle>
            <CardText>Nothing else inside can be pressed.</CardText>
          </CardHeader>
          <CardBody>
            <FundingBar percent={4} raised="450.50" goal="10000.00" label="Funding of a new boat" />
          </CardBody>
        </Card>
        <Card tone="hull">
          <CardHeader>
            <CardTitle>On the hull</CardTitle>
            <CardText>Every token turns to its dark value.</CardText>
          </CardHeader>
          <CardBody>
            <FundingBar percent={45} raised="6750.00" goal="15000.00" label="Funding on the hull" />
          </CardBody>
          <CardFooter>
            <Button variant="secondary">Secondary</Button>
            <Button variant="ghost">Ghost</Button>
          </CardFooter>
        </Card>
      </Grid>
    </Section>
  )
}

function Figures() {
  return (
    <Section title="Figures" id="figures">
      <Grid columns="stats" as="dl">
        <Stat label="Prize pool">
          <Money amount="125000" />
        </Stat>
        <Stat label="Boats">48</Stat>
        <Stat label="Best catch">847.5 lbs</Stat>
      </Grid>
      <Grid columns="two">
        <Stack>
          <Progress value={30} label="Uploading" />
          <Progress value={60} label="Processing" tone="amber" size="md" />
          <Progress value={100} label="Done" tone="kelp" size="lg" />
          <Progress value={12} label="Failed" tone="danger" />
          <FundingBar percent={128} raised="12800" goal="10000" label="Over the goal" size="lg" />
        </Stack>
        <ol className={board}>
          {BOATS.slice(0, 5).map((name, index) => (
            <li key={name} className={rank}>
              <PositionBadge position={index + 1} />
              <Pennant id={`boat_${name}`} name={name} size="sm" />
              <div>
                <p className={boatName}>{name}</p>
                <p className={muted}>Captain Ana Reyes</p>
              </div>
              <span className={boatName}>{(847.5 - index * 61.25).toFixed(1)} lbs</span>
            </li>
          ))}
        </ol>
      </Grid>
    </Section>
  )
}

function Forms() {
  const [sent, setSent] = useState('')
  return (
    <Section title="Forms" id="forms">
      <Grid columns="two">
        <Form
          messages={{ name: { valueMissing: 'Tournament name is required' } }}
          onSubmit={async data => {
            await wait(600)
            if (String(data.get('email')).startsWith('taken')) throw new Refusal()
            setSent(`Sent ${[...data.keys()].length} fields.`)
          }}
        >
          <Field label="Tournament Name" name="name" required maxLength={255} />
          <Field
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            hint="Begin with “taken” to be refused by the server."
          />
          <PasswordField
            label="Password"
            name="password"
            required
            minLength={6}
            autoComplete="new-password"
          />
          <Field
            label="Amount"
            name="amount"
            type="number"
            inputMode="decimal"
            prefix="$"
            min={10}
            max={5000}
            step={0.01}
            required
            hint="Minimum $10"
          />
          <DateTimeField label="Start Date" name="startDate" required />
          <FormActions>
            <SubmitButton>Create Tournament</SubmitButton>
            <Button variant="secondary" type="reset">
              Cancel
            </Button>
          </FormActions>
          <p role="status">{sent}</p>
        </Form>
        <Stack gap="lg">
          <TextareaField
            label="Caption"
            name="caption"
            counter
            maxLength={140}
            defaultValue="Fish on!"
            hint="Optional"
          />
          <SelectField
            label="Boat"
            name="boat"
            placeholder="No boat assigned"
            options={BOATS.slice(0, 3).map(name => ({ value: name, label: name }))}
          />
          <CheckboxField label="I have read the terms of service" name="terms" />
          <CheckboxField label="Chosen" name="chosen" defaultChecked />
          <CheckboxField label="Off" name="off" disabled />
          <RadioGroup
            label="Tag"
            name="tag"
            inline
            defaultValue="Catch"
            options={['Catch', 'Hookup', 'Run', 'Other'].map(tag => ({ value: tag, label: tag }))}
          />
          <RadioGroup
            label="Visibility"
            name="visibility"
            error="Choose one"
            options={[
              { value: 'Backers', label: 'Backers Only (Default)', hint: 'Those who fund this entry' },
              { value: 'Public', label: 'Public', hint: 'Anyone can watch it' },
            ]}
          />
          <Switch label="Email me when my boat lands a fish" name="email-me" hint="At most one an hour" />
          <Switch label="On" name="on" defaultChecked />
          <Field label="With an error" name="bad" defaultValue="x" error="Name is too long" suffix="lbs" />
          <Field label="Disabled" name="disabled" defaultValue="Cannot change" disabled />
        </Stack>
      </Grid>
    </Section>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'failing' | null>(null)
  const change = (name: typeof open) => (next: boolean) => setOpen(next ? name : null)
  return (
    <Section title="Overlays" id="overlays">
      <Row>
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        <Button variant="secondary" onClick={() => setOpen('failing')}>
          Failing confirm
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast({ title: 'Welcome back!', description: "You've successfully signed in." })}
        >
          Toast
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast({
              title: 'Error',
              description: 'Failed to add boat. Please try again.',
              variant: 'destructive',
            })
          }
        >
          Bad toast
        </Button>
      </Row>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={change('dialog')}
        title="Share this boat"
        description="Send it to someone who should be on board."
        actions={<Button onClick={() => setOpen(null)}>Done</Button>}
      >
        <Field label="Link" name="link" readOnly defaultValue="https://reelstake.example/boats/reel-deal" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={change('confirm')}
        title="Delete Post?"
        description="This will permanently delete your post. This action cannot be undone."
        confirmLabel="Delete"
        destructive
        onConfirm={() => wait(500)}
      />
      <ConfirmDialog
        open={open === 'failing'}
        onOpenChange={change('failing')}
        title="Delete Post?"
        description="This one fails."
        confirmLabel="Delete"
        destructive
        onConfirm={() => Promise.reject(new Error('no'))}
      />
    </Section>
  )
}

function People() {
  return (
    <Section title="People and boats" id="people">
      <Row>
        <Avatar name="Ana Reyes" size="sm" />
        <Avatar name="Ben Okafor" />
        <Avatar name="Chiara" size="lg" />
        <Avatar name="dee@example.com" size="xl" />
        <Avatar name="Broken Picture" src="/missing.png" size="lg" />
      </Row>
      <Row gap="md">
        {BOATS.map(name => (
          <Pennant key={name} id={`boat_${name}`} name={name} decorative={false} />
        ))}
        <Pennant id="boat_Reel Deal" name="Reel Deal" size="lg" />
      </Row>
    </Section>
  )
}

function States() {
  return (
    <Section title="Empty and loading" id="states">
      <Grid columns="two">
        <EmptyState
          icon={<Trophy size={26} aria-hidden />}
          title="No rankings yet"
          description="Tournament rankings will appear here once competitions begin"
          action={<LinkButton href="#states">Browse Tournaments</LinkButton>}
        />
        <Stack>
          <LoadingText />
          <Row>
            <Skeleton shape="circle" />
            <Skeleton width="half" />
          </Row>
          <Skeleton shape="heading" width="most" />
          <Skeleton />
          <Skeleton width="third" />
          <Skeleton shape="row" />
          <Skeleton shape="block" />
        </Stack>
      </Grid>
    </Section>
  )
}

function Videos() {
  return (
    <Section title="Video" id="video">
      <Grid columns="two">
        <VideoPlayer
          src="/missing.webm"
          durationSec={42}
          label="Hookup on the edge of the shelf"
          ratio="16/9"
        />
        <VideoPlayer src="/gone.webm" durationSec={17} label="A clip in portrait" />
      </Grid>
    </Section>
  )
}
