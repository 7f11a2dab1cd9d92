import { useQueryClient } from '@tanstack/react-query'
import EyeOff from 'lucide-react/icons/eye-off'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { invalidate } from '#client/api/invalidate.ts'
import { request } from '#client/lib/request.ts'
import { tellFailure } from '#client/lib/submit.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { postPath } from './crew-videos.queries.ts'

/** What shows something of a post. */
export const changeOfPosts = {
  lists: [
    '/api/crew/posts/public',
    '/api/crew/posts/:id',
    '/api/crew/reports',
    '/api/tournament-entries/:id/crew-posts',
  ],
  tournaments: [],
}

/** For who answers for a boat's videos: takes one off, and puts it back. Nothing is lost, so nobody is asked twice. */
export function TakeOff({ id, isOff }: { id: string; isOff: boolean }) {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)

  const change = async () => {
    setPending(true)
    try {
      await request(isOff ? 'DELETE' : 'POST', `${postPath(id)}/takedown`)
      await invalidate(client, changeOfPosts)
    } catch (error) {
      tellFailure(error, 'That did not work. Please try again.')
    } finally {
      setPending(false)
    }
  }

  return (
    <Button variant="secondary" pending={pending} onClick={() => void change()}>
      {isOff ? <Undo2 size={20} aria-hidden /> : <EyeOff size={20} aria-hidden />}
      {isOff ? 'Put back' : 'Take off the feed'}
    </Button>
  )
}
