import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { ConfirmButton, DialogButton } from '#client/ui/overlays/dialog-button.tsx'

const outcomes = {
  Confirm: () => new Promise<void>(resolve => setTimeout(resolve, 500)),
  'Failing confirm': () => Promise.reject(new Error('no')),
}

const toasts = {
  Toast: { title: 'Welcome back!', description: "You've successfully signed in." },
  'Bad toast': {
    title: 'Error',
    description: 'Failed to add boat. Please try again.',
    variant: 'destructive',
  },
} as const

export const OverlayExamples = () => (
  <Section title="Overlays" id="overlays">
    <Row>
      <DialogButton label="Dialog" title="Share this boat" description="Send it to your crew.">
        {close => (
          <>
            <Field
              label="Link"
              name="link"
              readOnly
              defaultValue="https://reelstake.example/boats/reel-deal"
            />
            <Field label="Message" name="message" />
            <Button onClick={close}>Done</Button>
          </>
        )}
      </DialogButton>
      {Object.entries(outcomes).map(([label, onConfirm]) => (
        <ConfirmButton
          key={label}
          label={label}
          title="Delete Post?"
          description="This will permanently delete your post. This action cannot be undone."
          confirmLabel="Delete"
          destructive
          onConfirm={onConfirm}
        />
      ))}
      {Object.entries(toasts).map(([label, message]) => (
        <Button key={label} variant="secondary" onClick={() => toast(message)}>
          {label}
        </Button>
      ))}
    </Row>
  </Section>
)
