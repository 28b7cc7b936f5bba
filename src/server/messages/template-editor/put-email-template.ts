import type {
  deleteEmailTemplate as deleteContract,
  putEmailTemplate as contract,
} from '#contracts/console/email-templates.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { saveEmailTemplate } from './save-email-template.ts'

export const putEmailTemplate: UseCase<typeof contract, PromoterCall> = (context, call) => {
  const { version, ...words } = call.body
  return saveEmailTemplate(context, call, { key: call.params.key, words, version })
}

export const deleteEmailTemplate: UseCase<typeof deleteContract, PromoterCall> = (context, call) =>
  saveEmailTemplate(context, call, {
    key: call.params.key,
    words: undefined,
    version: Number(call.query.version),
  })
