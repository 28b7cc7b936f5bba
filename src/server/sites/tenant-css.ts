import { transform } from 'lightningcss'

/** Rules that load something or reach beyond the storefront. */
const DROPPED_RULES = {
  import: drop,
  'font-face': drop,
  namespace: drop,
  property: drop,
  'layer-statement': drop,
  unknown: drop,
}

/** Pictures that come with the site itself. The Content-Security-Policy refuses the rest as well. */
const OWN_PICTURE = /^(\/(?!\/)|data:image\/(png|jpeg|webp|avif|gif);)/

const NOTHING = 'data:,'

/**
 * A promoter's CSS as a stylesheet that can only style the storefront: parsed and written anew, so that no brace escapes
 * the scope. What can't be read is left out.
 */
export function tenantStylesheet(customCss: string): string {
  const { code } = transform({
    filename: 'site.css',
    code: new TextEncoder().encode(customCss),
    minify: true,
    errorRecovery: true,
    visitor: {
      Rule: DROPPED_RULES,
      // Sets of pictures name them without url().
      Image: (image) => (image.type === 'image-set' ? { type: 'none' } : image),
      Function: { 'image-set': none, '-webkit-image-set': none },
      Url: (url) => (OWN_PICTURE.test(url.url) ? url : { ...url, url: NOTHING }),
    },
  })
  return `@layer tenant{@scope(.storefront){${new TextDecoder().decode(code)}}}`
}

function drop(): [] {
  return []
}

function none(): { raw: string } {
  return { raw: 'none' }
}
