/** A document that was made to break one thing. */
export interface Fixture {
  readonly id: string;
  /** What it breaks. */
  readonly breaks: string;
  /** The rule that reports it; undefined if check rightly does not. */
  readonly rule: string | undefined;
  /** `@id` of the entity that the finding names; undefined for a finding about the document. */
  readonly entity: string | undefined;
  /** Why no rule reports it. */
  readonly reason: string | undefined;
}

/** Id, what it breaks, the rule, and the entity of the finding. Without a rule: the reason. */
const TABLE = `
rocrate-validator--invalid-jsonld-format-context-uri | a second context that does not exist | context-available
rocrate-validator--invalid-jsonld-format-missing-type | @type under another key, in all entities | root-type | ./
rocrate-validator--invalid-jsonld-format-t-compacted | a property as IRI where the context has a term | key-compact | ./
rocrate-validator--invalid-jsonld-format-t-flattened | a file inside of hasPart | entity-flat
rocrate-validator--0-main-workflow-main-w-conformsto | a main workflow that conforms to a draft of Bioschemas | workflow-bioschemas | sort-and-change-case.ga
rocrate-validator--0-main-workflow-main-w-esc-no-lang | a CWL description without a language | script-language | sort-and-change-case.cwl
rocrate-validator--0-main-workflow-main-w-no-cwl-desc | a CWL description that is only named | reference-described | ./
rocrate-validator--0-main-workflow-main-w-low-no-lang | a main workflow without a language | main-workflow-language | sort-and-change-case.ga
rocrate-validator--0-main-workflow-no-files | a main workflow whose file is missing | file-exists | sort-and-change-case.ga
rocrate-validator--invalid-0-multi-profile-crate | the testing profile among others, and no test suite | tests-mentioned | ./
rocrate-validator--1-file-descriptor-meta-ntity-about | a descriptor that is about a folder | root-id-kind | test-data/
rocrate-validator--1-file-descriptor-meta-entity-type | a descriptor of another type | descriptor-type | ro-crate-metadata.json
rocrate-validator--1-file-descriptor-meta-conforms-to-2 | a descriptor without conformsTo | descriptor-version | ro-crate-metadata.json
rocrate-validator--1-wroc-crate-no-license | a Workflow RO-Crate without a licence | root-license | ./
rocrate-validator--1-wroc-crate-readme-no-about-crate | a README that is about nothing | readme-about | README.md
rocrate-validator--2-root-data-entity-met-d-root-date | a date of publication without a day | root-date-day | ./
rocrate-validator--2-root-data-entity-met-d-root-date-2 | a date of publication in words | root-date-format | ./
rocrate-validator--2-root-data-entity-met-d-root-type | a root of another type | root-type | ./
rocrate-validator--2-root-data-entity-met-root-value | a root that is not ./ | root-id | ./invalidRootValue
rocrate-validator--2-root-data-entity-met-g-root-name | a root without a name | root-name | ./
rocrate-validator--2-root-data-entity-met-root-value-2 | an absolute root of version 1.1 | root-id-kind | https://TheROCrateRoot/
rocrate-validator--3-process-run-crate-ap-no-version | an executed application without a version | tool-version | https://www.imagemagick.org/
rocrate-validator--4-data-entity-metadata-t-reference | a workflow and a file that are no parts of the root | root-has-part | sort-and-change-case.ga
rocrate-validator--4-data-entity-metadata-quoted-name | a folder that is missing, with an escaped space | file-exists | data%20set/
rocrate-validator--4-data-entity-metadata-quoted-name-2 | a folder that is missing, with a space | file-exists | data set/
rocrate-validator--4-data-entity-metadata-quoted-name-3 | a file that is missing, with a space | file-exists | pics/2017-06-11 12.56.14.jpg
rocrate-validator--5-provenance-run-crate-sourceusage | a resource usage that is no PropertyValue | usage-type | #9b6dc9de-26fb-45ff-a972-4cc8045cd048
rocrate-validator--5-provenance-run-crate-ad-inv-step | a step of no workflow | step-workflow | packed.cwl#main/rev
rocrate-validator--5-workflow-testing-ro-conformsto | a test definition whose engine is a licence | definition-engine | sort-and-change-case-tests.yml
rocrate-validator--5-workflow-testing-ro-no-service | a test instance without a service | instance-service | #test1_1
rocrate-validator--ro-crate-1-2-detached-ity-dataset | a path in a Detached Package | data-absolute | data.txt
rocrate-validator--ro-crate-1-2-invalid-d-e-published | a date of publication that is no date | root-date-format | ./
rocrate-validator--contextual-entity-id-f-opertyvalue | an identifier with a bare word as @id | id-local | uuid-property
rocrate-validator--encoding-format-info-n-pageelement | a section of a page that is no WebPageElement | - | that type is a MAY
rocrate-validator--encoding-format-no-fragment | nothing: the page of a format has no fragment | - | the fixture shows what is right
rocrate-validator--license-entity-invalid-description | a licence without a description | license-description | https://spdx.org/licenses/MIT.html
rocrate-validator--license-entity-invalid-no-name | a licence without a name | entity-name | https://spdx.org/licenses/MIT.html
rocrate-validator--license-entity-invalid-no-url | a licence without an address | license-address | #local-license
rocrate-validator--organization-entity-in-d-no-ror-id | an organization with another identifier than ROR | organization-ror | https://example.com/org
rocrate-validator--organization-entity-in-ontactpoint-2 | an organization without a contact | - | its author has one, and the specification asks for one in a crate
rocrate-validator--person-entity-invalid-ion-not-org | an affiliation that is no Organization | affiliation-type | https://orcid.org/0000-0001-6121-5409
rocrate-validator--person-entity-invalid-no-orcid | a person with another identifier than ORCID | person-orcid | https://example.org/persons/john-doe
rocrate-validator--software-application-i-lid-no-name | an application without a name | software-name | #analysis-tool
rocrate-validator--software-application-i-alid-no-url | an application without an address | software-url | #analysis-tool
rocrate-validator--software-application-i-no-version | an application without a version | software-version | #analysis-tool
rocrate-validator--script-name-invalid | a script without a name | script-name | script.sh
rocrate-validator--workflow-conformsto-invalid | a workflow that does not conform to Bioschemas | workflow-bioschemas | workflow.ga
rocrate-validator--workflow-name-invalid | a workflow without a name | script-name | workflow.ga
rocrate-validator--workflow-type-invalid-missing-file | a workflow that is no File | workflow-type | https://example.org/workflow.ga
rocrate-validator--format-utf8 | a document in Latin-1 | document-encoding
rocrate-validator--no-parent-traversal-invalid | an @id that leaves the root | id-inside-root | ../external-publication.html
rocrate-validator--non-relative-root-iden-ier-invalid | a root with another path than ./ | root-id | invalid-IRI-root-dataset
rocrate-validator--local-descriptor-invalid | a Detached Package with the file name of an Attached one | - | with that name it is an Attached Package without payload
rocrate-validator--recommended-contactpoi-lid-missing | a root without a contact | - | its publisher has one, and schema.org has none for datasets
rocrate-validator--recommended-funding-in-d-no-funder | a grant, and a root without a funder | root-funder | ./
rocrate-validator--recommended-funding-in-ject-funder | a project that is a funder, without one of its own | project-funder | #project-org
rocrate-validator--recommended-funding-in-org-funder | a funder that is a person | funder-type | ./
rocrate-validator--recommended-identifier-lue-invalid | a root whose identifier is no PropertyValue | root-identifier | ./
rocrate-validator--recommended-publisher-invalid | a root without a publisher | root-publisher | ./
rocrate-validator--recommended-reference-nce-invalid | nothing about the licence: it is a CreativeWork | - | what is wrong is the date of publication, which is reported
rocrate-validator--required-downloadable-eas-invalid | a cite-as that leads to a page in place of the crate | - | only a request would show it
rocrate-validator--required-haspart-all-d-ies-invalid | a file that is no part of the root | root-has-part | file2.txt
rocrate-validator--required-haspart-all-d-in-haspart-2 | a file on the web that is no part of the root | root-has-web-part | https://example.org/data/remote.tsv
rocrate-validator--required-haspart-all-d-in-haspart-3 | a workflow that is no part of the root | root-has-part | workflow.ga
rocrate-validator--dataset-trailing-slash-invalid | a folder without a slash | folder-slash | subdir
rocrate-validator--missing-file-local-path-invalid | files that are left out, without localPath | file-local-path | #output-file.csv
rocrate-validator--recommended-contentsize-invalid | a file without a size | file-size | data.csv
rocrate-validator--recommended-encoding-f-mat-invalid | a file without a format | file-format | data.csv
rocrate-validator--recommended-properties-invalid | a file without name and description | data-description | my-test-data.csv
rocrate-validator--web-directory-distribution-invalid | a folder on the web without a download | web-folder-content | https://example.com/dataset-dir/
rocrate-validator--web-entity-content-url-invalid | a contentUrl that leads to a page | - | only a request would show it
rocrate-validator--9-referenced-rocrate-i-id-md-about | metadata of another crate with about | crate-metadata-plain | #other-ro-crate-metadata
rocrate-validator--9-referenced-rocrate-i-conformsto | metadata of another crate with conformsTo | crate-metadata-plain | #other-ro-crate-metadata
rocrate-validator--9-referenced-rocrate-i-ding-format | metadata of another crate in Turtle | crate-metadata-format | #other-ro-crate-metadata
rocrate-validator--9-referenced-rocrate-i-conformsto-2 | another crate that only names a version | crate-profile | https://example.org/other-ro-crate/
rocrate-validator--9-referenced-rocrate-i-versionless | a root that conforms to RO-Crate without a version | crate-profile-root | ./
ro-crate-validator-py--invalid-citation-refer-cingmissing | a publication that is not described | citation-described | design/
ro-crate-validator-py--samples-invalid-duplic-icated-keys | a key that occurs twice | key-unique
ro-crate-validator-py--invalid-empty-metadatafile | an empty document | document-json
ro-crate-validator-py--invalid-invalid-citationid | a citation without an address | citation-address | design/
ro-crate-validator-py--samples-invalid-invali-emptystring | an empty key | property-defined | 2021-11-09T01:07:43.869390
ro-crate-validator-py--invalid-invalid-descriptortype | a descriptor with a misspelt type | descriptor-type | ro-crate-metadata.json
ro-crate-validator-py--invalid-invalid-direct-dateformat | a date of publication that is no date | root-date-format | ./
ro-crate-validator-py--invalid-invalid-directprop-type | a root with a misspelt type | root-type | ./
ro-crate-validator-py--invalid-invalid-encodingtype1 | the description of a format with a misspelt type | type-defined | some_extension.md
ro-crate-validator-py--invalid-invalid-encodingtype2 | the page of a format with a misspelt type | format-type | PhysiCell_V.1.6.1.zip
ro-crate-validator-py--samples-invalid-invali-inaboutobj | a descriptor that is about schema.org | root-exists | ro-crate-metadata.json
ro-crate-validator-py--samples-invalid-invali-stringvalue | a string without quotes | document-json
ro-crate-validator-py--samples-invalid-invalid-jsonld | a document without @graph | document-object
ro-crate-validator-py--invalid-invalid-licenseid | a licence with a path in place of its address | license-address | licenses/CC-BY-NC-SA-4.0
ro-crate-validator-py--invalid-invalid-licensetype | a licence with a misspelt type | license-type | workflow/retropath.knime
ro-crate-validator-py--invalid-invalid-organizationtype | an organization with a misspelt type | type-defined | https://ror.org/03f0f6041
ro-crate-validator-py--invalid-invalid-personentity-type | an author with a misspelt type | author-type | PhysiCell/
ro-crate-validator-py--samples-invalid-invali-f-key-value | a comma in place of a colon | document-json
ro-crate-validator-py--invalid-personentity-m-affiliation | an author without an affiliation | author-affiliation | https://orcid.org/0000-0002-8367-6908
ro-crate-validator-py--invalid-personentity-warning | an affiliation that is a date | affiliation-type | https://orcid.org/0000-0002-8367-6908
ro-crate-validator-py--invalid-placeentity-missinggeoname | coordinates without a name | entity-name | #b4168a98-8534-4c6d-a568-64a55157b656
ro-crate-validator-py--samples-invalid-term-start-with | a key that begins with @ | key-keyword | 2021-11-09T01:07:43.869390
ro-crate-validator-py--invalid-unrecognised-workflow | a workflow in a Markdown file | - | a workflow may be in any file
ro-crate-validator-py--samples-invalid-unsupp-missingtype | a root without a type | root-type | ./
ro-crate-validator-py--invalid-webbasedentity-datemissing | a file on the web without a time of access | file-accessed | https://zenodo.org/record/3541888/files/ro-crate-1.0.0.pdf
ro-crate-validator-py--samples-invalid-wrong-schema | a context that does not exist | context-available
ro-crate-ruby--broken-no-metadata-entity | no descriptor | descriptor-exists
ro-crate-ruby--broken-no-root-entity | no root | root-exists | ro-crate-metadata.json
ro-crate-ruby--broken-not-json | HTML | document-json
ro-crate-rs--python-2 | a property that no context defines | property-defined | https://creativecommons.org/licenses/by-nc-sa/3.0/au/
ro-crate-rs-4 | a property that no context defines | property-defined | https://creativecommons.org/licenses/by-nc-sa/3.0/au/
ro-crate-zenodo--invalid-data-crate | a name that is a number | root-name | ./
`;

/** The fixtures of the corpus, and what the check is expected to report. */
export const FIXTURES: readonly Fixture[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [id = '', breaks = '', rule, last] = line.split(' | ');
    return rule === '-'
      ? { id, breaks, rule: undefined, entity: undefined, reason: last }
      : { id, breaks, rule, entity: last, reason: undefined };
  });
