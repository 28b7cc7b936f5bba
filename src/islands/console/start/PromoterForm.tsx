import { useState } from 'react'
import { openPromoter } from '#contracts/console/promoters.ts'
import { countryCodeOf, listCountries } from '#model/sites/countries.ts'
import { CURRENCIES, currencyOfCountry } from '#model/platform/currencies.ts'
import { suggestSiteName } from '#model/sites/site-names.ts'
import { openOwnPromoter, writeSiteName } from '#stores/console/start.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { SiteNameField } from './SiteNameField.tsx'

/**
 * Form to register a promoter. Suggests a country based on the browser's language, a currency based on the country, and a site name based
 * on the promoter's name.
 */
export function PromoterForm({ isReviewed, onOpened }: { isReviewed: boolean; onOpened: () => void }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: openPromoter.body,
    send: openOwnPromoter,
    onDone: onOpened,
    fieldOf: { SITE_NAME_TAKEN: 'siteName' },
  })
  const [name, setName] = useState('')
  const [ownSiteName, setSiteName] = useState<string>()
  const siteName = ownSiteName ?? suggestSiteName(name)
  const write = (text: string): void => {
    setName(text)
    if (ownSiteName === undefined) writeSiteName(suggestSiteName(text))
  }
  const choose = (text: string): void => {
    setSiteName(text)
    writeSiteName(text.trim().toLowerCase())
  }
  return (
    <form {...form} className="account-form start-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('name')}
        label="Organiser name"
        hint="Your club, band, theatre or company, as visitors know it."
        value={name}
        onChange={(event) => write(event.target.value)}
        autoComplete="organization"
        maxLength={80}
        dir="auto"
        required
      />
      <SiteNameField {...field('siteName')} value={siteName} onChange={choose} />
      <CountryFields {...{ field }} />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Creating…' : isReviewed ? 'Ask to join' : 'Create my storefront'}
      </Button>
      <p className="field-hint">
        Free until you sell. Name, country and currency can be changed later in Settings. The address can’t be
        changed, but you can add your own domain.
      </p>
    </form>
  )
}

const guessCountry = (): string => {
  const region = new Intl.Locale(navigator.language).maximize().region ?? ''
  return listCountries().find(({ code }) => code === region)?.name ?? ''
}

function CountryFields({
  field,
}: {
  field: (name: string) => { id: string; name: string; error: string | undefined }
}) {
  const [country, setCountry] = useState(guessCountry)
  const [ownCurrency, setCurrency] = useState<string>()
  const currency = ownCurrency ?? currencyOfCountry(countryCodeOf(country) ?? '') ?? 'EUR'
  return (
    <div className="field-pair">
      <Select
        {...field('country')}
        label="Country"
        value={country}
        onChange={(event) => setCountry(event.target.value)}
        autoComplete="country-name"
      >
        <option value="">Choose…</option>
        {listCountries().map(({ code, name }) => (
          <option key={code}>{name}</option>
        ))}
      </Select>
      <Select
        {...field('currency')}
        label="Currency"
        value={currency}
        onChange={(event) => setCurrency(event.target.value)}
      >
        {CURRENCIES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </Select>
    </div>
  )
}
