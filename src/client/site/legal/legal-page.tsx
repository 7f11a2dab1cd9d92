import { StaticData } from '#client/lib/static-data.tsx'
import { paths } from '#client/paths.ts'
import { legalQuery } from '#client/site/api/legal.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import type { LegalText } from '#contract/site/legal.ts'
import { type LegalKind, legalKinds, legalTitles } from '#contract/site/legal-kinds.ts'
import { css } from '#styled/css/index.js'
import { Markdown } from './markdown.tsx'

const links = css({ display: 'flex', flexWrap: 'wrap', columnGap: '5', _print: { display: 'none' } })

interface LegalPageProps {
  kind: LegalKind
  version?: string | undefined
}

export function LegalPage({ kind, version }: LegalPageProps) {
  return (
    <StaticData query={legalQuery(kind, version)} fallback={null}>
      {legalText => (legalText ? <Text legalText={legalText} /> : <NoText kind={kind} />)}
    </StaticData>
  )
}

function Text({ legalText: { kind, version, latest, text, created_at } }: { legalText: LegalText }) {
  return (
    <>
      <PageHeader title={legalTitles[kind]} />
      <Muted>
        Version {version}, since <DateOnly iso={created_at} />.
        {version !== latest && (
          <>
            {' '}
            This is an older version. <TextLink href={paths.legal(kind)}>Read the current one</TextLink>.
          </>
        )}
      </Muted>
      <Markdown text={text} />
      <nav aria-label="Legal" className={links}>
        {legalKinds
          .filter(other => other !== kind)
          .map(other => (
            <TextLink key={other} href={paths.legal(other)} standalone>
              {legalTitles[other]}
            </TextLink>
          ))}
      </nav>
    </>
  )
}

function NoText({ kind }: Pick<LegalPageProps, 'kind'>) {
  return (
    <>
      <PageHeader title="There is no such version" />
      <p>
        Read the <TextLink href={paths.legal(kind)}>current {legalTitles[kind]}</TextLink>.
      </p>
    </>
  )
}
