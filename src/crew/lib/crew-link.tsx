import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ComponentProps, MouseEvent } from 'react'
import { goBack } from '#client/lib/location.ts'
import { IconButton, LinkButton, type LinkButtonProps } from '#client/ui/controls/button.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'
import { navigate } from './location.ts'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

function follow(event: MouseEvent, href: string): void {
  if (!isPlain(event)) return
  event.preventDefault()
  navigate(href)
}

export function CrewLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return <a {...rest} href={href} onClick={event => follow(event, href)} />
}

export function CrewLinkButton({ href, ...rest }: LinkButtonProps) {
  return <LinkButton size="wet" {...rest} href={href} onClick={event => follow(event, href)} />
}

const bar = css({ row: '2', marginInlineStart: '-3' })

/** @param parent Back's target without a history */
export function SubViewHeader({ title: text, parent }: { title: string; parent: string }) {
  return (
    <header className={bar}>
      <IconButton label="Back" size="wet" onClick={() => goBack(parent)}>
        <ArrowLeft size={28} aria-hidden />
      </IconButton>
      <Text as="h1" look="title">
        {text}
      </Text>
    </header>
  )
}
