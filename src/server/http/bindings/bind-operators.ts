import {
  acceptOperatorLink as acceptOperatorLinkContract,
  listOperators as listOperatorsContract,
} from '#contracts/operator/operators.ts'
import { listAllPromoters as listAllPromotersContract } from '#contracts/operator/promoters.ts'
import { acceptOperatorLink } from '#server/people/operators/accept-operator-link.ts'
import { listOperators } from '#server/people/operators/list-operators.ts'
import { listAllPromoters } from '#server/people/promoters/list-all-promoters.ts'
import type { BindOperator, BindSignedIn } from './bindings.ts'

export function bindOperators(bindSignedIn: BindSignedIn, bindOperator: BindOperator): void {
  bindSignedIn(acceptOperatorLinkContract, acceptOperatorLink)
  bindOperator(listOperatorsContract, listOperators)
  bindOperator(listAllPromotersContract, listAllPromoters)
}
