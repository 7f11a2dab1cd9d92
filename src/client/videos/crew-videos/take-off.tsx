import EyeOff from 'lucide-react/icons/eye-off'
import Undo2 from 'lucide-react/icons/undo-2'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { restorePost, takeDownPost } from '#client/videos/api/posts.ts'

/** Reversible, so without confirmation. */
export function TakeOff({ id, isOff }: { id: string; isOff: boolean }) {
  const { pending, run } = useApiMutation(
    isOff ? restorePost : takeDownPost,
    'That did not work. Please try again.',
  )

  return (
    <Button variant="secondary" pending={pending} onClick={() => void run({ params: { id } })}>
      {isOff ? <Undo2 size={20} aria-hidden /> : <EyeOff size={20} aria-hidden />}
      {isOff ? 'Put back' : 'Take off the feed'}
    </Button>
  )
}
