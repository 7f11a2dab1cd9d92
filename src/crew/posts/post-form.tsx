import { type ReactNode, useState } from 'react'
import { textOf } from '#client/lib/submit.ts'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { Form } from '#client/ui/forms/form.tsx'
import { tooLong, typedLength } from '#client/ui/forms/form-rules.ts'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { limits } from '#contract/limits.ts'
import type { PostVisibility } from '#contract/videos/crew-posts.ts'
import { postTags, postVisibilities } from '#contract/videos/post-tags.ts'
import { videoTexts } from '#contract/videos/video-texts.ts'
import { css } from '#styled/css/index.js'
import type { PostFields } from '../queue/item.ts'

const visibilityLabels: Record<PostVisibility, string> = {
  Backers: 'Backers Only (Default)',
  Public: 'Public',
}

const actions = css({
  position: 'sticky',
  bottom: '0',
  zIndex: 'sticky',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  marginInline: { base: '-4', md: '-6' },
  paddingInline: { base: '4', md: '6' },
  paddingBlock: '3',
  backgroundColor: 'background',
  borderTopWidth: '1px',
  borderColor: 'line',
  '& > *': { flexGrow: { base: '1', md: '0' } },
})
const count = css({ fontVariantNumeric: 'tabular-nums' })

function fieldsOf(data: FormData): PostFields {
  const tag = textOf(data, 'tag')
  const visibility = textOf(data, 'visibility')
  return {
    caption: textOf(data, 'caption').trim(),
    tag: postTags.find(each => each === tag) ?? postTags[0],
    visibility: postVisibilities.find(each => each === visibility) ?? postVisibilities[0],
  }
}

interface Props {
  start: PostFields
  onSubmit(fields: PostFields, submitter: string): Promise<void>
  onError(error: unknown): void
  onChange?(fields: PostFields): void
  /** Readers of the post. */
  audience?(visibility: PostVisibility): string
  children: ReactNode
}

export function PostForm({ start, onSubmit, onError, onChange, audience, children }: Props) {
  const [visibility, setVisibility] = useState(start.visibility)
  const [length, setLength] = useState(typedLength(start.caption))
  return (
    <Form
      onSubmit={data => onSubmit(fieldsOf(data), textOf(data, 'intent'))}
      onError={onError}
      onChange={event => {
        const fields = fieldsOf(new FormData(event.currentTarget))
        setVisibility(fields.visibility)
        onChange?.(fields)
      }}
      check={data =>
        tooLong(data, { caption: { max: limits.captionMax, tooLong: videoTexts.captionTooLong } })
      }
    >
      <TextareaField
        label="Caption"
        name="caption"
        defaultValue={start.caption}
        onInput={event => setLength(typedLength(event.currentTarget.value))}
        hint={
          <span className={count}>
            {length}/{limits.captionMax}
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
      {audience && (
        <Text weight="semibold" role="status">
          {audience(visibility)}
        </Text>
      )}
      <div className={actions}>{children}</div>
    </Form>
  )
}
