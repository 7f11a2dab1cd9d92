import type { ReactNode } from 'react'
import { useBoot, useSiteName } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Page, type Width } from '#client/ui/layout/page.tsx'
import { SkipLink } from '#client/ui/layout/skip-link.tsx'
import { css } from '#styled/css/index.js'
import { SiteHeader } from './site-header.tsx'
import { FooterThemeSwitch } from './theme.tsx'

const frame = css({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })
const grow = css({ flexGrow: '1' })
const warning = css({
  backgroundColor: 'amberSoft',
  color: 'onAmberSoft',
  fontWeight: 'medium',
  textAlign: 'center',
  paddingBlock: '3',
  paddingLeft: 'max(token(spacing.4), env(safe-area-inset-left))',
  paddingRight: 'max(token(spacing.4), env(safe-area-inset-right))',
})
const footer = css({
  borderTopWidth: '1px',
  borderColor: 'line',
  paddingLeft: 'env(safe-area-inset-left)',
  paddingRight: 'env(safe-area-inset-right)',
  '@media print': { display: 'none' },
})
const footerRow = css({
  row: '3',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  width: 'full',
  maxWidth: 'page',
  marginInline: 'auto',
  paddingInline: { base: '4', md: '6', lg: '8' },
  paddingBlock: '4',
  textStyle: 'small',
  color: 'inkMuted',
})

const links = css({ display: 'flex', flexWrap: 'wrap', columnGap: '5' })

export interface ShellProps {
  width?: Width
  bleed?: boolean
  /** Replaces the page if its subject doesn't exist, or isn't for the visitor. */
  missing?: ReactNode
  children: ReactNode
}

export function Shell({ width = 'page', bleed = false, missing, children }: ShellProps) {
  const { notice, head } = useBoot()
  const isMissing = missing !== undefined && head === null
  return (
    <div className={frame}>
      <SkipLink />
      <SiteHeader />
      {notice !== undefined && (
        <p role="status" className={warning}>
          {notice}
        </p>
      )}
      <Page width={width} bleed={bleed || isMissing} className={grow}>
        {isMissing ? missing : children}
      </Page>
      <footer className={footer}>
        <div className={footerRow}>
          <span>{`© 2024 ${useSiteName()}`}</span>
          <nav aria-label="More" className={links}>
            <TextLink href={paths.allTournaments()} standalone>
              All Tournaments
            </TextLink>
            <TextLink href={paths.legal('support')} standalone>
              Support and Terms
            </TextLink>
          </nav>
          <FooterThemeSwitch />
        </div>
      </footer>
    </div>
  )
}
