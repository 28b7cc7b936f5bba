import type { Result } from '#model/platform/result.ts'
import { Field } from '#ui/form/Field.tsx'
import { ColorField } from './ColorField.tsx'
import { ImageField } from './ImageField.tsx'

interface Brand {
  siteName: string
  logoUrl: string
  faviconUrl: string
  primaryColor: string
  secondaryColor: string
}

interface Props {
  brand: Brand
  bound: (field: keyof Brand) => { id: string; error: string | undefined }
  onUpload: (kind: 'logo' | 'favicon', file: Blob) => Promise<Result<unknown>>
  onChange: (change: Partial<Brand>) => void
}

export function BrandFields({ brand, bound, onUpload, onChange }: Props) {
  return (
    <>
      <Field
        {...bound('siteName')}
        label="Site name"
        value={brand.siteName}
        onChange={(event) => onChange({ siteName: event.target.value })}
        autoComplete="off"
        maxLength={80}
        dir="auto"
        required
      />
      <div className="field-pair">
        <ImageField
          {...bound('logoUrl')}
          kind="logo"
          label="Logo"
          hint="Shown instead of the name. JPEG, PNG, WebP or AVIF, up to 2 MB."
          url={brand.logoUrl}
          onUpload={(file) => onUpload('logo', file)}
          onRemove={() => onChange({ logoUrl: '' })}
        />
        <ImageField
          {...bound('faviconUrl')}
          kind="favicon"
          label="Icon"
          hint="For browser tabs and home screens. Square is best."
          url={brand.faviconUrl}
          onUpload={(file) => onUpload('favicon', file)}
          onRemove={() => onChange({ faviconUrl: '' })}
        />
      </div>
      <div className="field-pair">
        <ColorField
          {...bound('primaryColor')}
          label="Primary colour"
          hint="Buttons, links, artwork."
          value={brand.primaryColor}
          onChange={(primaryColor) => onChange({ primaryColor })}
        />
        <ColorField
          {...bound('secondaryColor')}
          label="Secondary colour"
          hint="Behind the page title."
          value={brand.secondaryColor}
          onChange={(secondaryColor) => onChange({ secondaryColor })}
        />
      </div>
    </>
  )
}
