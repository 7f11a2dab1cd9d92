import { type Kysely, sql } from 'kysely'

/**
 * Lowers shares to what is left of their payments: a round between the loss of a payment that was refunded in part and
 * the appeal that won it stored the whole share. Divides before it multiplies, because products may exceed 2^63.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update payouts set payable_cents = basis.cents
    from (
      select id, amount_cents / contributed_cents * left_cents
        + amount_cents % contributed_cents * left_cents / contributed_cents as cents
      from (
        select payouts.id, payouts.amount_cents, contributed_cents,
          case when fundings.amount_cents < contributed_cents then fundings.amount_cents else contributed_cents end
            as left_cents
        from payouts join fundings on fundings.id = payouts.funding_id) as share) as basis
    where basis.id = payouts.id and payouts.payable_cents > basis.cents
  `.execute(db)
}
