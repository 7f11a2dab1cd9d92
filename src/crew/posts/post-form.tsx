import { type ReactNode, useState } from 'react'
import { textOf } from '#client/lib/submit.ts'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { Form } from '#client/ui/forms/form.tsx'
import { tooLong } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import type { PostTag, PostVisibility } from '#contract/crew-posts.ts'
import { limits } from '#contract/limits.ts'
import { postTags, postVisibilities } from '#contract/post-tags.ts'
import { videoTexts } from '#contract/video-texts.ts'
import { css } from '#styled/css/index.js'

export interface PostFields {
  caption: string
  tag: PostTag
  visibility: PostVisibility
}

const visibilityLabels: Record<PostVisibility, string> = {
  Backers: 'Backers Only (Default)',
  Public: 'Public',
}

const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  '& > *': { flexGrow: { base: '1', md: '0' } },
})
const count = css({ fontVariantNumeric: 'tabular-nums' })

function fieldsOf(data: FormData): PostFields {
  const tag = textOf(data, 'tag')
  const visibility = textOf(data, 'visibility')
  return {
    caption: textOf(data, 'caption').trim(),
    tag: postTags.find(known => known === tag) ?? postTags[0],
    visibility: postVisibilities.find(known => known === visibility) ?? postVisibilities[0],
  }
}

interface Props {
  start: PostFields
  onSubmit(fields: PostFields, submitter: string): Promise<void>
  onError(error: unknown): void
  onChange?(fields: PostFields): void
  children: ReactNode
}

export function PostForm({ start, onSubmit, onError, onChange, children }: Props) {
  const [typed, setTyped] = useState(start.caption.length)
  return (
    <Form
      onSubmit={data => onSubmit(fieldsOf(data), textOf(data, 'intent'))}
      onError={onError}
      onChange={event => onChange?.(fieldsOf(new FormData(event.currentTarget)))}
      check={data =>
        tooLong(data, { caption: { max: limits.captionMax, tooLong: videoTexts.captionTooLong } })
      }
    >
      <TextareaField
        label="Caption"
        name="caption"
        defaultValue={start.caption}
        onInput={event => setTyped(event.currentTarget.value.trim().length)}
        hint={
          <span className={count}>
            {typed}/{limits.captionMax}
          </span>
        }
      />
      <RadioGroup
        label="Tag"
        name="tag"
        inline
        defaultValue={start.tag}
        options={postTags.map(value => ({ value, label: value }))}
      />
      <RadioGroup
        label="Visibility"
        name="visibility"
        defaultValue={start.visibility}
        options={postVisibilities.map(value => ({ value, label: visibilityLabels[value] }))}
      />
      <div className={actions}>{children}</div>
    </Form>
  )
}
