import type { Result } from '#model/platform/result.ts'

/** Passes the data of a successful response to `show` and waits for it. Returns the response. */
export async function onSuccess<Data, Code extends string>(
  response: Promise<Result<Data, Code>>,
  show: (data: Data) => unknown,
): Promise<Result<Data, Code>> {
  const answer = await response
  if (answer.success) await show(answer.data)
  return answer
}
