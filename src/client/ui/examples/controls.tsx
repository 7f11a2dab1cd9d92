import Pencil from 'lucide-react/icons/pencil'
import { Button, IconButton, LinkButton } from '#client/ui/controls/button.tsx'
import { TextButton, TextLink } from '#client/ui/controls/link.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'

const variants = ['action', 'primary', 'secondary', 'ghost', 'destructive'] as const
const sizes = ['sm', 'md', 'lg', 'wet'] as const

export const ControlExamples = () => (
  <Section title="Controls" id="controls">
    <Row>
      {variants.map(variant => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      {sizes.map(size => (
        <Button key={size} size={size}>
          {size}
        </Button>
      ))}
    </Row>
    <Row>
      <Button disabled>Disabled</Button>
      <Button variant="action" pending pendingLabel="Loading...">
        Sign in
      </Button>
      <LinkButton href="#controls" variant="secondary">
        A link
      </LinkButton>
      <IconButton label="Edit">
        <Pencil size={20} />
      </IconButton>
      <TextLink standalone href="#layout">
        Text link
      </TextLink>
      <TextButton>Text button</TextButton>
    </Row>
  </Section>
)
