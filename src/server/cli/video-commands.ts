import { isId } from '#contract/ids.ts'
import { countText } from '#contract/numbers.ts'
import { inTransaction } from '#server/db/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { commandLine, record } from '#server/record/index.ts'
import { hidePost } from '#server/site/admin/index.ts'
import { sweepObjects } from '#server/storage/file-storage/index.ts'
import { imagesHeldBackText, sweepImages } from '#server/storage/images/index.ts'
import { getPost, listReports } from '#server/videos/crew-posts/index.ts'
import { heldBackText, sweepVideos } from '#server/videos/crew-videos/index.ts'
import type { AdminCommand, AdminContext } from './admin-command.ts'

export const videoCommands: Record<string, AdminCommand> = {
  'sweep-uploads': {
    takes: '[--force]',
    does: 'remove expired uploads, videos that KEEP_VIDEO_DAYS no longer keeps, unused pictures and orphaned files; --force: also when more than a tenth are orphaned',
    run: async ({ db, env, now, print }, [flag]) => {
      const force = flag !== undefined
      const videos = await sweepVideos({ db, env, now }, { isServer: false, force })
      const pictures = await sweepImages({ db, env, now }, force)
      await sweepObjects({ db, now })
      await inTransaction(db, trx =>
        record(trx, { kind: 'uploads-swept', at: now(), ...commandLine, subject: ['site', 'uploads'] }),
      )
      const orphans = videos.orphans + pictures.orphans
      if (videos.old > 0)
        print(`Removed ${countText(videos.old, 'video')}, as KEEP_VIDEO_DAYS=${env.keepVideoDays} says.`)
      if (pictures.unused > 0) print(`Removed ${countText(pictures.unused, 'unused picture')}.`)
      print(
        `Removed ${countText(videos.expired, 'expired upload')} and ${countText(orphans, 'orphaned file')}.`,
      )
      const heldBack = [
        ...(videos.heldBack > 0 ? [heldBackText(videos.heldBack)] : []),
        ...(pictures.heldBack > 0 ? [imagesHeldBackText(pictures.heldBack)] : []),
      ]
      if (heldBack.length > 0) throw new OperatorError(heldBack.join('\n'))
    },
  },
  reports: {
    takes: '',
    does: 'list reported posts: post, number of reports, reasons',
    run: async ({ db, print }) => {
      for (const { post, reports, reasons } of await listReports(db))
        print([post, reports, reasons.map(reason => reason.replaceAll(/\s+/g, ' ')).join(' / ')].join('\t'))
    },
  },
  'hide-post': {
    takes: 'POST',
    does: 'hide a post from everyone but its author, and close its reports',
    run: (context, [id]) => setHidden(context, id, true),
  },
  'show-post': {
    takes: 'POST',
    does: 'show a hidden post again',
    run: (context, [id]) => setHidden(context, id, false),
  },
}

async function setHidden(context: AdminContext, id: string | undefined, hidden: boolean): Promise<void> {
  if (!isId<'post'>(id)) throw new OperatorError(`There is no post ${id}.`)
  await inTransaction(context.db, trx => hidePost(trx, context, commandLine, { id, hidden }))
  const isHidden = (await getPost(context.db, id)).hidden_at !== null
  context.print(
    !isHidden
      ? 'The post is shown again.'
      : hidden
        ? 'The post is hidden.'
        : 'The boat’s owner or an organiser hid the post too. To show it anyway, run this again.',
  )
}
