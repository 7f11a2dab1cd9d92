import Share2 from 'lucide-react/icons/share-2'
import { boardOf } from '#client/domain/standings.ts'
import { share } from '#client/lib/share.ts'
import { paths } from '#client/paths.ts'
import { useNewLeader } from '#client/tournaments/use-new-leader.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { RowText } from '#client/ui/layout/stack.tsx'
import { BoatPicture } from '#client/ui/marks/boat-picture.tsx'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const band = css({
  colorScheme: 'dark',
  backgroundColor: 'hullDeep',
  color: 'onHull',
  borderBottomWidth: '3px',
  borderColor: 'gold',
  animation: 'fadeIn',
  _print: { display: 'none' },
})
const line = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  rowGap: '2',
  width: 'full',
  maxWidth: 'page',
  marginInline: 'auto',
  paddingBlock: '2',
  paddingInline: { base: '4', md: '6', lg: '8' },
})
const actions = css({ row: '3', flexShrink: '0' })
const eyebrow = css({ textStyle: 'eyebrow', color: 'gold' })
const text = css({
  fontFamily: 'heading',
  fontWeight: 'bold',
  fontSize: 'lg',
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
})

/** Banner for a minute after a boat took the lead. The page announces moves. */
export function LeaderBanner({ tournament }: { tournament: Tournament }) {
  const { leader } = useNewLeader([boardOf(tournament)])
  if (leader === null) return null
  const { entry, amount, margin, unit } = leader
  const { boat } = entry
  const path = paths.race(tournament.id, entry.id)
  return (
    <section aria-label="New leader" className={band}>
      <div className={line}>
        <BoatPicture boat={boat} size="tile" />
        <RowText basis="8rem">
          <p className={eyebrow}>New leader</p>
          <p className={text}>
            {boat.name} · {amountText(amount, unit)}
            {margin !== null && margin > 0 && ` · ${amountText(margin, unit)} ahead`}
          </p>
        </RowText>
        <div className={actions}>
          <TextLink href={path} standalone>
            Picture
          </TextLink>
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              void share(`${boat.name} leads ${tournament.name}`, new URL(path, location.origin).href)
            }
          >
            <Share2 size={18} />
            Share
          </Button>
        </div>
      </div>
    </section>
  )
}
