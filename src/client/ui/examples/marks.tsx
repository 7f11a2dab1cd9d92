import Clock from 'lucide-react/icons/clock'
import { Section } from '#client/ui/layout/page.tsx'
import { Grid, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { Avatar } from '#client/ui/marks/avatar.tsx'
import { Badge, PositionBadge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { Pennant } from '#client/ui/marks/pennant.tsx'
import { FundingBar, Progress } from '#client/ui/marks/progress.tsx'
import { DateRange, DateTime, RelativeTime } from '#client/ui/marks/relative-time.tsx'
import { VideoPlayer } from '#client/ui/marks/video-player.tsx'

const tones = ['live', 'completed', 'cancelled', 'neutral', 'info', 'gold', 'silver', 'bronze'] as const
const boats = ['Reel Deal', 'Poseidon', 'The Salty Dog', 'Knot Working', 'Sea Ya']

export const MarkExamples = () => (
  <Section title="Marks" id="marks">
    <Row>
      {tones.map(tone => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Badge tone="soon" icon={<Clock size={14} />}>
        Starting Soon
      </Badge>
      {[1, 2, 3, 12].map(position => (
        <PositionBadge key={position} position={position} />
      ))}
    </Row>
    <Row>
      <Avatar name="Ana Reyes" size="sm" />
      <Avatar name="dee@example.com" size="xl" />
      <Avatar name="Broken Picture" src="/missing.png" size="xl" />
      {boats.map(name => (
        <Pennant key={name} id={`boat_${name}`} name={name} />
      ))}
    </Row>
    <Muted>
      <Money amount="12500.00" />, <Money amount="25" cents />, <RelativeTime iso="2026-11-21T11:57:00Z" />,{' '}
      <DateTime iso="2026-11-20T15:04:00Z" />,{' '}
      <DateRange start="2026-11-20T10:00:00Z" end="2026-11-23T18:00:00Z" />, <RelativeTime iso="never" />
    </Muted>
    <Grid columns="two">
      <Stack>
        <Progress value={30} label="Uploading" />
        <Progress value={60} label="Processing" size="md" />
        <Progress value={100} label="Done" tone="kelp" size="lg" />
        <Progress value={12} label="Failed" tone="danger" />
        <FundingBar raised="12800.00" goal="10000.00" label="Over the goal" size="lg" />
      </Stack>
      <VideoPlayer
        src="/missing.webm"
        durationSec={42}
        label="Hookup on the edge of the shelf"
        ratio="16/9"
      />
    </Grid>
  </Section>
)
