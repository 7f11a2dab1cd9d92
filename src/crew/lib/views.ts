import { tagIn } from '#client/lib/post-tag.ts'
import type { PostTag } from '#contract/videos/crew-posts.ts'

export type View =
  | { name: 'capture' }
  | { name: 'queue' }
  | { name: 'posts'; tag: PostTag | null }
  | { name: 'live' }
  | { name: 'settings' }
  | { name: 'compose'; itemId: string }
  | { name: 'post'; id: string }
  | { name: 'edit'; id: string }

export type TabName = 'capture' | 'queue' | 'posts' | 'live' | 'settings'

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function viewAt(path: string, search: string): View {
  const [, , section, id, action] = path.split('/')
  switch (section) {
    case 'queue':
    case 'live':
    case 'settings':
      return { name: section }
    case 'posts':
      if (!id) return { name: 'posts', tag: tagIn(search) }
      return { name: action === 'edit' ? 'edit' : 'post', id: decode(id) }
    case 'compose':
      return id ? { name: 'compose', itemId: decode(id) } : { name: 'queue' }
    default:
      return { name: 'capture' }
  }
}

export function tabOf(view: View): TabName {
  switch (view.name) {
    case 'compose':
      return 'queue'
    case 'post':
    case 'edit':
      return 'posts'
    default:
      return view.name
  }
}

export const titles: Record<View['name'], string> = {
  capture: 'Capture',
  queue: 'Upload Queue',
  posts: 'My Posts',
  live: 'Live',
  settings: 'Settings',
  compose: 'Compose Post',
  post: 'View Post',
  edit: 'Edit Post',
}
