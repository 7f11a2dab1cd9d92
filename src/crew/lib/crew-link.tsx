import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ComponentProps } from 'react'
import { inPlace } from '#client/lib/in-place.ts'
import { goBack } from '#client/lib/location.ts'
import { IconButton, LinkButton, type LinkButtonProps } from '#client/ui/controls/button.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'
import { navigate } from './location.ts'

export const CrewLink = ({ href, ...rest }: ComponentProps<'a'> & { href: string }) => (
  <a {...rest} href={href} onClick={inPlace(() => navigate(href))} />
)

export const CrewLinkButton = ({ href, ...rest }: LinkButtonProps) => (
  <LinkButton size="wet" {...rest} href={href} onClick={inPlace(() => navigate(href))} />
)

const bar = css({ row: '2', marginInlineStart: '-3' })

/** @param parent Back's target without a history */
export function SubViewHeader({ title: text, parent }: { title: string; parent: string }) {
  return (
    <header className={bar}>
      <IconButton label="Back" size="wet" onClick={() => goBack(parent)}>
        <ArrowLeft size={28} />
      </IconButton>
      <Text as="h1" look="title">
        {text}
      </Text>
    </header>
  )
}
