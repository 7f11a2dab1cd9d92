import type { ActorRole } from '#contract/record.ts'
import type { ActionKind, TournamentRole } from '#contract/tournaments/staff.ts'

export const roleWords: Record<ActorRole, string> = {
  organiser: 'Organiser',
  'co-organiser': 'Co-organiser',
  'weigh-master': 'Weigh master',
  owner: 'Owner',
}

/** Roles with article, as in "Be a weigh master". */
export const aRole: Record<TournamentRole, string> = {
  organiser: 'the organiser',
  'co-organiser': 'a co-organiser',
  'weigh-master': 'a weigh master',
}

export const roleDuties: Record<TournamentRole, string> = {
  organiser: 'Everything: boats, results, and the money of the boats.',
  'co-organiser': 'Weigh-ins, positions, updates, announcements and texts. No money, no cancelling.',
  'weigh-master': 'Weigh-ins and updates, until a day after the end.',
}

/** Words that follow the person's name. */
export const actionWords: Record<ActionKind, string> = {
  'catch-recorded': 'weighed in',
  'catch-corrected': 'corrected a catch',
  'catch-deleted': 'deleted a catch',
  'position-set': 'set a position',
  'rules-changed': 'changed the rules',
  'catch-disqualified': 'disqualified a catch',
  'catch-reinstated': 'reinstated a catch',
  'catch-allowed': 'allowed a catch outside of the hours',
  'allowance-lifted': 'ended the allowance of a catch',
  'entry-disqualified': 'disqualified a boat',
  'entry-reinstated': 'reinstated a boat',
  'penalty-recorded': 'recorded a penalty',
  'penalty-lifted': 'lifted a penalty',
  'tie-decided': 'decided a tie',
  'anglers-changed': 'changed the anglers of a boat',
  'pot-entered': 'confirmed a jackpot',
  'pot-left': 'took a boat out of a jackpot',
  'protest-filed': 'filed a protest',
  'protest-answered': 'answered a protest',
  'protest-decided': 'decided a protest',
  'protest-withdrawn': 'withdrew a protest',
  'protest-reopened': 'reopened a protest',
  'hold-placed': 'held the awards of a boat',
  'hold-lifted': 'lifted a hold',
  'update-posted': 'posted an update',
  'update-deleted': 'deleted an update',
  'announcement-posted': 'announced',
  'announcement-changed': 'changed an announcement',
  'announcement-deleted': 'deleted an announcement',
  'tournament-changed': 'edited the tournament',
  'tournament-cancelled': 'cancelled the tournament',
  'entry-withdrawn': 'withdrew a boat',
  'boats-listed': 'entered boats from a list',
  'captain-invited': 'sent a captain a link',
  'boat-taken-over': 'handed a boat to its captain',
  'results-confirmed': 'confirmed the results',
  'round-confirmed': 'settled the results again',
  'share-returned': 'noted that a backer returned money',
  'share-waived': 'waived what a backer had to return',
  'staff-invited': 'made an invitation',
  'invitation-revoked': 'revoked an invitation',
  'staff-joined': 'joined the staff',
  'staff-left': 'left the staff',
  'staff-removed': 'removed a person from the staff',
  'organiser-changed': 'took over as organiser',
  'organiser-appointed': 'appointed another organiser',
  'webhook-added': 'added a webhook',
  'webhook-changed': 'changed a webhook',
  'webhook-deleted': 'deleted a webhook',
}
