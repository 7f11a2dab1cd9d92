import Trophy from 'lucide-react/icons/trophy'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { Card, CardBody, CardFooter, Stat } from '#client/ui/layout/card.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { Grid, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'

const looks = ['title', 'heading', 'subheading', 'figure', 'label', 'small'] as const
const shapes = ['heading', 'line', 'row', 'block'] as const

export const LayoutExamples = () => (
  <Section title="Layout" id="layout" action={<LinkButton href="#forms">To the forms</LinkButton>}>
    <Stack gap="2">
      {looks.map(look => (
        <Text key={look} look={look}>
          {look}: 847.5 lbs on the board
        </Text>
      ))}
      <Muted>Muted text</Muted>
    </Stack>
    <Grid>
      <Card as="article" pressable>
        <CardBody>
          <Row between>
            <Badge tone="live">Live</Badge>
            <Muted small>2 days left</Muted>
          </Row>
          <Text as="h3" look="subheading">
            White Marlin Open
          </Text>
          <Muted small>Five days offshore for the biggest white marlin of the season.</Muted>
          <FundingBar raised="7300.00" goal="10000.00" label="Funding of White Marlin Open" />
        </CardBody>
        <CardFooter>
          <LinkButton href="#layout" variant="action" block>
            Fund This Boat
          </LinkButton>
        </CardFooter>
      </Card>
      <Card tone="hull">
        <CardBody>
          <Text as="h3" look="subheading">
            On the hull
          </Text>
          <Muted small>Every token turns to its dark value.</Muted>
        </CardBody>
        <CardFooter>
          <Button variant="secondary">Secondary</Button>
          <Button variant="ghost">Ghost</Button>
        </CardFooter>
      </Card>
    </Grid>
    <Grid columns="stats" as="dl">
      <Stat label="Prize pool">
        <Money amount="125000" />
      </Stat>
      <Stat label="Best catch">847.5 lbs</Stat>
    </Grid>
    <Grid columns="two">
      <EmptyState
        icon={<Trophy size={26} />}
        title="No rankings yet"
        description="Tournament rankings will appear here once competitions begin"
        action={<LinkButton href="#layout">Browse Tournaments</LinkButton>}
      />
      <Stack>
        <LoadingText />
        {shapes.map(shape => (
          <Skeleton key={shape} shape={shape} width="most" />
        ))}
      </Stack>
    </Grid>
  </Section>
)
