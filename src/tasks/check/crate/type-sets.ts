import { typeIris } from './meanings.js';

/** The IRIs of types that a rule treats alike. */
export type TypeSet = ReadonlySet<string>;

/** A set of types. @param names as for `CheckedEntity.is` */
export function typeSet(...names: readonly string[]): TypeSet {
  return new Set(names.flatMap(typeIris));
}

/** Whether one of the types of an entity is in a set. */
export function isAmong(types: readonly string[], set: TypeSet): boolean {
  return types.some((type) => set.has(type));
}

/** `Organization` and what schema.org derives from it. */
export const ORGANIZATIONS = typeSet(
  ...['Organization', 'Airline', 'CollegeOrUniversity', 'Consortium', 'Cooperative', 'Corporation'],
  ...['EducationalOrganization', 'ElementarySchool', 'FundingAgency', 'FundingScheme', 'GovernmentOrganization'],
  ...['HighSchool', 'Hospital', 'Library', 'LibrarySystem', 'LocalBusiness', 'MedicalOrganization', 'MiddleSchool'],
  ...['Museum', 'NGO', 'NewsMediaOrganization', 'OnlineBusiness', 'PerformingGroup', 'PoliticalParty', 'Preschool'],
  ...['Project', 'ResearchOrganization', 'ResearchProject', 'School', 'SearchRescueOrganization', 'SportsOrganization'],
  ...['WorkersUnion', 'http://xmlns.com/foaf/0.1/Organization', 'http://www.w3.org/ns/prov#Organization'],
);

/** People and organizations, and the roles that schema.org puts between them and their work. */
export const AGENTS: TypeSet = new Set([
  ...ORGANIZATIONS,
  ...typeSet('Person', 'Patient', 'Role', 'OrganizationRole', 'EmployeeRole', 'PerformanceRole', 'Audience'),
  ...typeSet('http://xmlns.com/foaf/0.1/Person', 'http://xmlns.com/foaf/0.1/Agent'),
  ...typeSet('http://www.w3.org/ns/prov#Person', 'http://www.w3.org/ns/prov#Agent'),
]);

/** What a workflow system runs. */
export const TOOLS = typeSet(
  ...['SoftwareApplication', 'SoftwareSourceCode', 'ComputationalWorkflow', 'WebApplication', 'MobileApplication'],
);

/** The actions that stand for the execution of a tool. */
export const RUNS = typeSet('CreateAction', 'ActivateAction', 'UpdateAction');
