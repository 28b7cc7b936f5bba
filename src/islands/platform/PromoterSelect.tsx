import { useId } from 'react'

interface Props {
  promoters: readonly { id: string; name: string }[]
  chosenId: string
  onChoose: (promoterId: string) => void
}

export function PromoterSelect({ promoters, chosenId, onChoose }: Props) {
  const id = useId()
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Promoter
      </label>
      <select
        id={id}
        className="input"
        value={chosenId}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {promoters.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}
