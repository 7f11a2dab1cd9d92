import type { SiteLogo } from '#client/lib/boot.tsx'
import { productName } from '#contract/site-name.ts'
import { css, cx } from '#styled/css/index.js'
import { LogoMark } from './logo-mark.tsx'

const image = css({
  display: 'block',
  height: '9',
  width: 'auto',
  maxWidth: 'min(16rem, 100vw - 4rem)',
  objectFit: 'contain',
  // Leaves room for the links of the header.
  'header &': { maxWidth: { base: 'max(3rem, min(12rem, 100vw - 13rem))', xl: '10rem', '2xl': '16rem' } },
})
const name = css({
  lineClamp: '2',
  maxWidth: '18rem',
  lineHeight: 'clipped',
  overflowWrap: 'anywhere',
  'header &': { maxWidth: { base: 'max(3rem, min(18rem, 100vw - 15.5rem))', xl: '7rem', '2xl': '18rem' } },
})
const longName = css({ fontSize: { base: 'sm', md: 'md' }, letterSpacing: 'normal' })

interface Brand {
  siteName?: string | undefined
  logo?: SiteLogo | undefined
}

/** A wide logo holds the name. */
export const isWideLogo = ({ width, height }: Pick<SiteLogo, 'width' | 'height'>) => width > 2 * height

/** Content of `Logo`, on the server. */
export function LogoContent({ siteName, logo: picture }: Brand) {
  const text = siteName ?? productName
  const alone = picture !== undefined && isWideLogo(picture)
  return (
    <>
      {picture ? (
        <img
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={alone ? text : ''}
          className={image}
        />
      ) : (
        <LogoMark />
      )}
      {!alone &&
        (siteName === undefined ? (
          productName
        ) : (
          <span className={cx(name, siteName.length > 10 && longName)}>{siteName}</span>
        ))}
    </>
  )
}
