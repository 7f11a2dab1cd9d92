import { useRef } from 'react'
import { clientId } from './client-id.ts'

/** @returns an id for what is sent: the same while the same is sent again, so that the server writes it once */
export function useRetryId(): (body: unknown) => string {
  const last = useRef({ json: '', id: '' })
  return body => {
    const json = JSON.stringify(body)
    if (last.current.json !== json) last.current = { json, id: clientId() }
    return last.current.id
  }
}
