import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keepFocus } from '#client/lib/keep-focus.ts'
import { RequestError } from '#client/lib/request.ts'
import { toastFailure } from '#client/lib/submit.ts'
import type { Answer, ApiKey } from '#contract/endpoints.ts'
import type { CallOptions } from './client.ts'
import type { Mutation } from './mutation.ts'
import { refreshAll, whenRefreshed } from './refresh.ts'

export interface ApiMutation<Key extends ApiKey> {
  pending: boolean
  /**
   * Resolves after stale queries are refetched.
   * @throws RequestError, TypeError: for the form, else for {@link fail}
   */
  send(options: CallOptions<Key>): Promise<Answer<Key>>
  /** Sends the calls in sequence, until one fails. */
  sendAll(options: readonly CallOptions<Key>[]): Promise<void>
  /** Shows failures as toasts. @param onDone on success only */
  run(options: CallOptions<Key>, onDone?: (answer: Answer<Key>) => void): Promise<void>
  /** @returns the message, for the form */
  fail(error: unknown): string | null
}

/** Returns whether the error says that another person was faster. */
export const isOutOfDate = (error: unknown) =>
  error instanceof RequestError && [404, 409, 410].includes(error.status)

/** @param otherwise the toast's text without a reason from the server */
export function useApiMutation<Key extends ApiKey>(
  call: Mutation<Key>,
  otherwise?: string,
): ApiMutation<Key> {
  const client = useQueryClient()
  const restoreFocus = useRef(() => {})

  const { mutateAsync, isPending } = useMutation({
    // Fails at once when offline, so that the form can be sent again.
    networkMode: 'always',
    mutationFn: async (each: readonly CallOptions<Key>[]) => {
      restoreFocus.current = keepFocus()
      const answers: Answer<Key>[] = []
      for (const options of each) {
        const answer = await call(options)
        const query = call.answers?.(options)
        if (query) client.setQueryData(query.queryKey, answer)
        answers.push(answer)
      }
      return answers
    },
    onSuccess: () => (call.refreshesLater ? undefined : whenRefreshed()),
    onError: error => {
      if (isOutOfDate(error)) refreshAll()
    },
  })
  // Disabled buttons lose the focus, and others replace them.
  useEffect(() => (isPending ? () => restoreFocus.current() : undefined), [isPending])
  const fail = (error: unknown) => toastFailure(error, otherwise)
  const send = async (options: CallOptions<Key>) => {
    const [answer] = await mutateAsync([options])
    return answer as Answer<Key>
  }
  return {
    pending: isPending,
    send,
    sendAll: async each => void (await mutateAsync(each)),
    run: (options, onDone) => send(options).then(onDone, error => void fail(error)),
    fail,
  }
}
