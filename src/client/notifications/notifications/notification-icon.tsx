import Anchor from 'lucide-react/icons/anchor'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Ban from 'lucide-react/icons/ban'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Clock from 'lucide-react/icons/clock'
import Fish from 'lucide-react/icons/fish'
import Flag from 'lucide-react/icons/flag'
import Gavel from 'lucide-react/icons/gavel'
import HandCoins from 'lucide-react/icons/hand-coins'
import Medal from 'lucide-react/icons/medal'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircle from 'lucide-react/icons/message-circle'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ScrollText from 'lucide-react/icons/scroll-text'
import Ship from 'lucide-react/icons/ship'
import TrendingDown from 'lucide-react/icons/trending-down'
import Trophy from 'lucide-react/icons/trophy'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import type { ComponentType } from 'react'
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { cva } from '#styled/css/index.js'

type Tone = 'info' | 'money' | 'win' | 'problem'

interface Look {
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  tone: Tone
}

const looks: Record<NotificationKind, Look> = {
  weighed_in: { icon: Fish, tone: 'info' },
  lead_taken: { icon: Medal, tone: 'win' },
  lead_lost: { icon: TrendingDown, tone: 'info' },
  crew_post: { icon: Clapperboard, tone: 'info' },
  announcement: { icon: Megaphone, tone: 'info' },
  funding_closes: { icon: Clock, tone: 'info' },
  goal_reached: { icon: HandCoins, tone: 'money' },
  goal_missed: { icon: CircleAlert, tone: 'problem' },
  dates_changed: { icon: CalendarClock, tone: 'info' },
  rules_changed: { icon: ScrollText, tone: 'info' },
  pot_missed: { icon: CircleAlert, tone: 'problem' },
  withdrawn: { icon: Anchor, tone: 'problem' },
  cancelled: { icon: Ban, tone: 'problem' },
  won: { icon: Trophy, tone: 'win' },
  results_official: { icon: BadgeCheck, tone: 'info' },
  results_changed: { icon: RotateCw, tone: 'info' },
  handover: { icon: HandCoins, tone: 'money' },
  paid: { icon: Wallet, tone: 'money' },
  reply: { icon: MessageCircle, tone: 'info' },
  new_backer: { icon: HandCoins, tone: 'money' },
  message: { icon: MessageCircle, tone: 'info' },
  crew_request: { icon: Users, tone: 'info' },
  disqualified: { icon: Ban, tone: 'problem' },
  protest: { icon: Gavel, tone: 'problem' },
  protest_decided: { icon: Gavel, tone: 'info' },
  reply_needed: { icon: MessageCircle, tone: 'info' },
  entry: { icon: Ship, tone: 'info' },
  protest_filed: { icon: Gavel, tone: 'problem' },
  report: { icon: Flag, tone: 'problem' },
  dispute: { icon: CircleAlert, tone: 'problem' },
  refund_failed: { icon: CircleAlert, tone: 'problem' },
  payouts_open: { icon: Wallet, tone: 'money' },
  crew_approved: { icon: Users, tone: 'info' },
}

const disc = cva({
  base: {
    display: 'grid',
    placeContent: 'center',
    flexShrink: '0',
    boxSize: '9',
    borderRadius: 'full',
  },
  variants: {
    tone: {
      info: { backgroundColor: 'seaSoft', color: 'onSeaSoft' },
      money: { backgroundColor: 'kelpSoft', color: 'onKelpSoft' },
      win: { backgroundColor: 'gold', color: 'onMedal' },
      problem: { backgroundColor: 'dangerSoft', color: 'onDangerSoft' },
    },
  },
})

export function NotificationIcon({ kind }: { kind: NotificationKind }) {
  const { icon: Icon, tone } = looks[kind]
  return (
    <span className={disc({ tone })}>
      <Icon size={20} />
    </span>
  )
}
