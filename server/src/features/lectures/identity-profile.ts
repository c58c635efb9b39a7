/*
 * The attributes of DICOM PS3.15 2024b, table E.1-1, basic application level confidentiality profile, by group. Those
 * with "=" (actions Z and D) may stay with an empty or substituted value. Private, curve and overlay attributes, which
 * the table defines by patterns, are in `dicom-identity.ts`. ReferencedImageSequence and SourceImageSequence (action
 * U*) stay with new UIDs inside.
 */
const IDENTIFYING = `
0008: 0012= InstanceCreationDate, 0013= InstanceCreationTime, 0015 InstanceCoercionDateTime, 0020= StudyDate,
  0021= SeriesDate, 0022= AcquisitionDate, 0023= ContentDate, 0024 OverlayDate, 0025 CurveDate,
  002a= AcquisitionDateTime, 0030= StudyTime, 0031= SeriesTime, 0032= AcquisitionTime, 0033= ContentTime,
  0034 OverlayTime, 0035 CurveTime, 0050= AccessionNumber, 0054 RetrieveAETitle, 0055 StationAETitle,
  0080= InstitutionName, 0081 InstitutionAddress, 0082= InstitutionCodeSequence,
  0090= ReferringPhysicianName, 0092 ReferringPhysicianAddress, 0094 ReferringPhysicianTelephoneNumbers,
  0096 ReferringPhysicianIdentificationSequence, 009c= ConsultingPhysicianName,
  009d ConsultingPhysicianIdentificationSequence, 0106= ContextGroupVersion, 0107= ContextGroupLocalVersion,
  0201 TimezoneOffsetFromUTC, 1000 NetworkID, 1010= StationName, 1030 StudyDescription,
  103e SeriesDescription, 1040 InstitutionalDepartmentName, 1041 InstitutionalDepartmentTypeCodeSequence,
  1048 PhysiciansOfRecord, 1049 PhysiciansOfRecordIdentificationSequence, 1050 PerformingPhysicianName,
  1052 PerformingPhysicianIdentificationSequence, 1060 NameOfPhysiciansReadingStudy,
  1062 PhysiciansReadingStudyIdentificationSequence, 1070= OperatorsName,
  1072= OperatorIdentificationSequence, 1080 AdmittingDiagnosesDescription,
  1084 AdmittingDiagnosesCodeSequence, 1088 PyramidDescription, 1110= ReferencedStudySequence,
  1111= ReferencedPerformedProcedureStepSequence, 1120 ReferencedPatientSequence, 2111 DerivationDescription,
  4000 IdentifyingComments
0010: 0010= PatientName, 0020= PatientID, 0021 IssuerOfPatientID, 0030= PatientBirthDate,
  0032 PatientBirthTime, 0040= PatientSex, 0050 PatientInsurancePlanCodeSequence,
  0101 PatientPrimaryLanguageCodeSequence, 0102 PatientPrimaryLanguageModifierCodeSequence,
  1000 OtherPatientIDs, 1001 OtherPatientNames, 1002 OtherPatientIDsSequence, 1005 PatientBirthName,
  1010 PatientAge, 1020 PatientSize, 1030 PatientWeight, 1040 PatientAddress,
  1050 InsurancePlanIdentification, 1060 PatientMotherBirthName, 1080 MilitaryRank, 1081 BranchOfService,
  1090 MedicalRecordLocator, 1100 ReferencedPatientPhotoSequence, 2000 MedicalAlerts, 2110 Allergies,
  2150 CountryOfResidence, 2152 RegionOfResidence, 2154 PatientTelephoneNumbers,
  2155 PatientTelecomInformation, 2160 EthnicGroup, 2180 Occupation, 21a0 SmokingStatus,
  21b0 AdditionalPatientHistory, 21c0 PregnancyStatus, 21d0 LastMenstrualDate,
  21f0 PatientReligiousPreference, 2203= PatientSexNeutered, 2297 ResponsiblePerson,
  2299 ResponsibleOrganization, 4000 PatientComments
0012: 0010= ClinicalTrialSponsorName, 0020= ClinicalTrialProtocolID, 0021= ClinicalTrialProtocolName,
  0022 IssuerOfClinicalTrialProtocolID, 0023 OtherClinicalTrialProtocolIDsSequence,
  0030= ClinicalTrialSiteID, 0031= ClinicalTrialSiteName, 0032 IssuerOfClinicalTrialSiteID,
  0040= ClinicalTrialSubjectID, 0041 IssuerOfClinicalTrialSubjectID, 0042= ClinicalTrialSubjectReadingID,
  0043 IssuerOfClinicalTrialSubjectReadingID, 0050= ClinicalTrialTimePointID,
  0051 ClinicalTrialTimePointDescription, 0055 IssuerOfClinicalTrialTimePointID,
  0060= ClinicalTrialCoordinatingCenterName, 0071 ClinicalTrialSeriesID, 0072 ClinicalTrialSeriesDescription,
  0073 IssuerOfClinicalTrialSeriesID, 0081= ClinicalTrialProtocolEthicsCommitteeName,
  0082 ClinicalTrialProtocolEthicsCommitteeApprovalNumber,
  0086 EthicsCommitteeApprovalEffectivenessStartDate, 0087 EthicsCommitteeApprovalEffectivenessEndDate
0014: 407c CalibrationTime, 407e CalibrationDate
0016: 002b MakerNote, 004b DeviceSettingDescription, 004d CameraOwnerName, 004e LensSpecification,
  004f LensMake, 0050 LensModel, 0051 LensSerialNumber, 0070 GPSVersionID, 0071 GPSLatitudeRef,
  0072 GPSLatitude, 0073 GPSLongitudeRef, 0074 GPSLongitude, 0075 GPSAltitudeRef, 0076 GPSAltitude,
  0077 GPSTimeStamp, 0078 GPSSatellites, 0079 GPSStatus, 007a GPSMeasureMode, 007b GPSDOP, 007c GPSSpeedRef,
  007d GPSSpeed, 007e GPSTrackRef, 007f GPSTrack, 0080 GPSImgDirectionRef, 0081 GPSImgDirection,
  0082 GPSMapDatum, 0083 GPSDestLatitudeRef, 0084 GPSDestLatitude, 0085 GPSDestLongitudeRef,
  0086 GPSDestLongitude, 0087 GPSDestBearingRef, 0088 GPSDestBearing, 0089 GPSDestDistanceRef,
  008a GPSDestDistance, 008b GPSProcessingMethod, 008c GPSAreaInformation, 008d GPSDateStamp,
  008e GPSDifferential
0018: 0010= ContrastBolusAgent, 0027 InterventionDrugStopTime, 0035 InterventionDrugStartTime,
  1000= DeviceSerialNumber, 1004 PlateID, 1005 GeneratorID, 1007 CassetteID, 1008 GantryID,
  1009 UniqueDeviceIdentifier, 100a UDISequence, 1012 DateOfSecondaryCapture, 1014 TimeOfSecondaryCapture,
  1030= ProtocolName, 1042 ContrastBolusStartTime, 1043 ContrastBolusStopTime,
  1072 RadiopharmaceuticalStartTime, 1073 RadiopharmaceuticalStopTime, 1078 RadiopharmaceuticalStartDateTime,
  1079 RadiopharmaceuticalStopDateTime, 11bb= AcquisitionFieldOfViewLabel, 1200 DateOfLastCalibration,
  1201 TimeOfLastCalibration, 1202 DateTimeOfLastCalibration, 1203= CalibrationDateTime,
  1204 DateOfManufacture, 1205 DateOfInstallation, 1400= AcquisitionDeviceProcessingDescription,
  4000 AcquisitionComments, 5011 TransducerIdentificationSequence, 700a= DetectorID,
  700c= DateOfLastDetectorCalibration, 700e= TimeOfLastDetectorCalibration, 9074= FrameAcquisitionDateTime,
  9151= FrameReferenceDateTime, 9185 RespiratoryMotionCompensationTechniqueDescription, 9367= XRaySourceID,
  9369= SourceStartDateTime, 936a= SourceEndDateTime, 9371= XRayDetectorID, 9373 XRayDetectorLabel,
  937b MultienergyAcquisitionDescription, 937f DecompositionDescription, 9424 AcquisitionProtocolDescription,
  9516= StartAcquisitionDateTime, 9517= EndAcquisitionDateTime, 9623= FunctionalSyncPulse,
  9701= DecayCorrectionDateTime, 9804= ExclusionStartDateTime, 9919= InstructionPerformedDateTime,
  9937 RequestedSeriesDescription, a002 ContributionDateTime, a003 ContributionDescription
0020: 0010= StudyID, 0027 PyramidLabel, 3401 ModifyingDeviceID, 3403 ModifiedImageDate,
  3405 ModifiedImageTime, 3406 ModifiedImageDescription, 4000 ImageComments, 9158 FrameComments
0028: 4000 ImagePresentationComments
0032: 0012 StudyIDIssuer, 0032 StudyVerifiedDate, 0033 StudyVerifiedTime, 0034 StudyReadDate,
  0035 StudyReadTime, 1000 ScheduledStudyStartDate, 1001 ScheduledStudyStartTime,
  1010 ScheduledStudyStopDate, 1011 ScheduledStudyStopTime, 1020 ScheduledStudyLocation,
  1021 ScheduledStudyLocationAETitle, 1030 ReasonForStudy, 1032 RequestingPhysician, 1033 RequestingService,
  1040 StudyArrivalDate, 1041 StudyArrivalTime, 1050 StudyCompletionDate, 1051 StudyCompletionTime,
  1060= RequestedProcedureDescription, 1066 ReasonForVisit, 1067 ReasonForVisitCodeSequence,
  1070 RequestedContrastAgent, 4000 StudyComments
0034: 0001= FlowIdentifierSequence, 0002= FlowIdentifier, 0005= SourceIdentifier, 0007= FrameOriginTimestamp
0038: 0004 ReferencedPatientAliasSequence, 0010 AdmissionID, 0011 IssuerOfAdmissionID,
  0014 IssuerOfAdmissionIDSequence, 001a ScheduledAdmissionDate, 001b ScheduledAdmissionTime,
  001c ScheduledDischargeDate, 001d ScheduledDischargeTime, 001e ScheduledPatientInstitutionResidence,
  0020 AdmittingDate, 0021 AdmittingTime, 0030 DischargeDate, 0032 DischargeTime,
  0040 DischargeDiagnosisDescription, 0050 SpecialNeeds, 0060 ServiceEpisodeID,
  0061 IssuerOfServiceEpisodeID, 0062 ServiceEpisodeDescription, 0064 IssuerOfServiceEpisodeIDSequence,
  0300 CurrentPatientLocation, 0400 PatientInstitutionResidence, 0500 PatientState, 4000 VisitComments
003a: 0314= ImpedanceMeasurementDateTime, 0329 WaveformFilterDescription, 032b FilterLookupTableDescription
0040: 0001 ScheduledStationAETitle, 0002 ScheduledProcedureStepStartDate,
  0003 ScheduledProcedureStepStartTime, 0004 ScheduledProcedureStepEndDate,
  0005 ScheduledProcedureStepEndTime, 0006 ScheduledPerformingPhysicianName,
  0007 ScheduledProcedureStepDescription, 0009 ScheduledProcedureStepID,
  000b ScheduledPerformingPhysicianIdentificationSequence, 0010 ScheduledStationName,
  0011 ScheduledProcedureStepLocation, 0012 PreMedication, 0241 PerformedStationAETitle,
  0242 PerformedStationName, 0243 PerformedLocation, 0244 PerformedProcedureStepStartDate,
  0245 PerformedProcedureStepStartTime, 0250 PerformedProcedureStepEndDate,
  0251 PerformedProcedureStepEndTime, 0253 PerformedProcedureStepID, 0254 PerformedProcedureStepDescription,
  0275 RequestAttributesSequence, 0280 CommentsOnThePerformedProcedureStep, 0310 CommentsOnRadiationDose,
  050a SpecimenAccessionNumber, 0512= ContainerIdentifier, 0513= IssuerOfTheContainerIdentifierSequence,
  051a ContainerDescription, 0551= SpecimenIdentifier, 0555= AcquisitionContextSequence,
  0562= IssuerOfTheSpecimenIdentifierSequence, 0600 SpecimenShortDescription,
  0602 SpecimenDetailedDescription, 0610= SpecimenPreparationSequence, 06fa SlideIdentifier,
  1001 RequestedProcedureID, 1002 ReasonForTheRequestedProcedure, 1004 PatientTransportArrangements,
  1005 RequestedProcedureLocation, 100a ReasonForRequestedProcedureCodeSequence,
  1010 NamesOfIntendedRecipientsOfResults, 1011 IntendedRecipientsOfResultsIdentificationSequence,
  1101= PersonIdentificationCodeSequence, 1102 PersonAddress, 1103 PersonTelephoneNumbers,
  1104 PersonTelecomInformation, 1400 RequestedProcedureComments, 2001 ReasonForTheImagingServiceRequest,
  2004 IssueDateOfImagingServiceRequest, 2005 IssueTimeOfImagingServiceRequest, 2008 OrderEnteredBy,
  2009 OrderEntererLocation, 2010 OrderCallbackPhoneNumber, 2011 OrderCallbackTelecomInformation,
  2016= PlacerOrderNumberImagingServiceRequest, 2017= FillerOrderNumberImagingServiceRequest,
  2400 ImagingServiceRequestComments, 3001 ConfidentialityConstraintOnPatientDataDescription,
  4005 ScheduledProcedureStepStartDateTime, 4008 ScheduledProcedureStepExpirationDateTime,
  4010 ScheduledProcedureStepModificationDateTime, 4011 ExpectedCompletionDateTime,
  4025 ScheduledStationNameCodeSequence, 4027 ScheduledStationGeographicLocationCodeSequence,
  4028 PerformedStationNameCodeSequence, 4030 PerformedStationGeographicLocationCodeSequence,
  4034 ScheduledHumanPerformersSequence, 4035 ActualHumanPerformersSequence, 4036 HumanPerformerOrganization,
  4037 HumanPerformerName, 4050 PerformedProcedureStepStartDateTime, 4051 PerformedProcedureStepEndDateTime,
  4052 ProcedureStepCancellationDateTime, a023 FindingsGroupRecordingDateTrial,
  a024 FindingsGroupRecordingTimeTrial, a027= VerifyingOrganization, a030= VerificationDateTime,
  a032= ObservationDateTime, a033 ObservationStartDateTime, a073= VerifyingObserverSequence,
  a075= VerifyingObserverName, a078 AuthorObserverSequence, a07a ParticipantSequence,
  a07c CustodialOrganizationSequence, a082= ParticipationDateTime,
  a088= VerifyingObserverIdentificationCodeSequence, a110 DateOfDocumentOrVerbalTransactionTrial,
  a112 TimeOfDocumentCreationOrVerbalTransactionTrial, a120= DateTime, a121= Date, a122= Time,
  a123= PersonName, a13a= ReferencedDateTime, a192 ObservationDateTrial, a193 ObservationTimeTrial,
  a307 CurrentObserverTrial, a352 VerbalSourceTrial, a353 AddressTrial, a354 TelephoneNumberTrial,
  a358 VerbalSourceIdentifierCodeSequenceTrial, a730= ContentSequence, db06 TemplateVersion,
  db07 TemplateLocalVersion, e004 HL7DocumentEffectiveTime
0042: 0011= EncapsulatedDocument
0044: 0004 ApprovalStatusDateTime, 000b ProductExpirationDateTime, 0010 SubstanceAdministrationDateTime,
  0104= AssertionDateTime, 0105 AssertionExpirationDateTime
0050: 001b ContainerComponentID, 0020 DeviceDescription, 0021 LongDeviceDescription
0068: 6226= EffectiveDateTime, 6270= InformationIssueDateTime
006a: 0003= AnnotationGroupUID, 0005= AnnotationGroupLabel, 0006 AnnotationGroupDescription
0070: 0001= GraphicAnnotationSequence, 0082 PresentationCreationDate, 0083 PresentationCreationTime,
  0084= ContentCreatorName, 0086 ContentCreatorIdentificationCodeSequence
0072: 000a= HangingProtocolCreationDateTime, 005e= SelectorAEValue, 005f= SelectorASValue,
  0061= SelectorDAValue, 0063= SelectorDTValue, 0065= SelectorOBValue, 0066= SelectorLOValue,
  0068= SelectorLTValue, 006a= SelectorPNValue, 006b= SelectorTMValue, 006c= SelectorSHValue,
  006d= SelectorUNValue, 006e= SelectorSTValue, 0070= SelectorUTValue, 0071= SelectorURValue
0074: 1234 ReceivingAE, 1236 RequestingAE
0088: 0200 IconImageSequence, 0904 TopicTitle, 0906 TopicSubject, 0910 TopicAuthor, 0912 TopicKeywords
0100: 0420 SOPAuthorizationDateTime
0400: 0105= DigitalSignatureDateTime, 0115= CertificateOfSigner, 0310 CertifiedTimestamp,
  0402 ReferencedDigitalSignatureSequence, 0403 ReferencedSOPInstanceMACSequence, 0404 MAC,
  0550 ModifiedAttributesSequence, 0551 NonconformingModifiedAttributesSequence,
  0552 NonconformingDataElementValue, 0561 OriginalAttributesSequence, 0562= AttributeModificationDateTime,
  0563= ModifyingSystem, 0564= SourceOfPreviousValues, 0565= ReasonForTheAttributeModification,
  0600 InstanceOriginStatus
2030: 0020 TextString
2100: 0040 CreationDate, 0050 CreationTime, 0070 Originator, 0140= DestinationAE
2200: 0002= LabelText, 0005= BarcodeValue
3002: 0121 PositionAcquisitionTemplateName, 0123 PositionAcquisitionTemplateDescription
3006: 0002= StructureSetLabel, 0004 StructureSetName, 0006 StructureSetDescription, 0008= StructureSetDate,
  0009= StructureSetTime, 0026= ROIName, 0028 ROIDescription, 002d ROIDateTime, 002e ROIObservationDateTime,
  0038 ROIGenerationDescription, 004d ROICreatorSequence, 004e ROIInterpreterSequence,
  0085 ROIObservationLabel, 0088 ROIObservationDescription, 00a6= ROIInterpreter
3008: 0024= TreatmentControlPointDate, 0025= TreatmentControlPointTime, 0054= FirstTreatmentDate,
  0056= MostRecentTreatmentDate, 0105= SourceSerialNumber, 0162= SafePositionExitDate,
  0164= SafePositionExitTime, 0166= SafePositionReturnDate, 0168= SafePositionReturnTime,
  0250= TreatmentDate, 0251= TreatmentTime
300a: 0002= RTPlanLabel, 0003 RTPlanName, 0004 RTPlanDescription, 0006= RTPlanDate, 0007= RTPlanTime,
  000b TreatmentSites, 000e PrescriptionDescription, 0016 DoseReferenceDescription,
  0072 FractionGroupDescription, 00b2= TreatmentMachineName, 00c3 BeamDescription, 00dd BolusDescription,
  0196 FixationDeviceDescription, 01a6 ShieldingDeviceDescription, 01b2 SetupTechniqueDescription,
  0216 SourceManufacturer, 022c= SourceStrengthReferenceDate, 022e= SourceStrengthReferenceTime,
  02eb CompensatorDescription, 0608= TreatmentPositionGroupLabel, 0611= RTAccessoryHolderSlotID,
  0615= RTAccessoryDeviceSlotID, 0619= RadiationDoseIdentificationLabel,
  0623= RadiationDoseInVivoMeasurementLabel, 062a= RTToleranceSetLabel,
  0676 EquipmentFrameOfReferenceDescription, 067c= RadiationGenerationModeLabel,
  067d= RadiationGenerationModeDescription, 0734= TreatmentToleranceViolationDescription,
  0736= TreatmentToleranceViolationDateTime, 073a= RecordedRTControlPointDateTime, 0741= InterlockDateTime,
  0742= InterlockDescription, 0760= OverrideDateTime, 0783= InterlockOriginDescription,
  078e PatientTreatmentPreparationProcedureParameterDescription,
  0792 PatientTreatmentPreparationMethodDescription, 0794 PatientSetupPhotoDescription,
  079a DisplacementReferenceLabel
300c: 0113 ReasonForOmissionDescription, 0127= BeamHoldTransitionDateTime
300e: 0004= ReviewDate, 0005= ReviewTime, 0008= ReviewerName
3010: 000f= ConceptualVolumeCombinationDescription, 0017= ConceptualVolumeDescription,
  001b= DeviceAlternateIdentifier, 002d= DeviceLabel, 0033= UserContentLabel, 0034= UserContentLongLabel,
  0035= EntityLabel, 0036 EntityName, 0037 EntityDescription, 0038= EntityLongLabel,
  0043= ManufacturerDeviceIdentifier, 004c= IntendedPhaseStartDate, 004d= IntendedPhaseEndDate,
  0054= RTPrescriptionLabel, 0056= RTTreatmentApproachLabel, 005a= RTPhysicianIntentNarrative,
  005c= ReasonForSuperseding, 0061 PriorTreatmentDoseDescription, 0077= TreatmentSite,
  007a= TreatmentTechniqueNotes, 007b= PrescriptionNotes, 007f= FractionationNotes,
  0081= PrescriptionNotesSequence, 0085 IntendedFractionStartTime
4000: 0010 Arbitrary, 4000 TextComments
4008: 0040 ResultsID, 0042 ResultsIDIssuer, 0100 InterpretationRecordedDate, 0101 InterpretationRecordedTime,
  0102 InterpretationRecorder, 0108 InterpretationTranscriptionDate, 0109 InterpretationTranscriptionTime,
  010a InterpretationTranscriber, 010b InterpretationText, 010c InterpretationAuthor,
  0111 InterpretationApproverSequence, 0112 InterpretationApprovalDate, 0113 InterpretationApprovalTime,
  0114 PhysicianApprovingInterpretation, 0115 InterpretationDiagnosisDescription,
  0118 ResultsDistributionListSequence, 0119 DistributionName, 011a DistributionAddress,
  0200 InterpretationID, 0202 InterpretationIDIssuer, 0300 Impressions, 4000 ResultsComments
fffa: fffa DigitalSignaturesSequence
fffc: fffc DataSetTrailingPadding`;

/** UIDs that the profile replaces by new ones (action U), because a series needs them to stay together. */
const UIDS = `
0002: 0003 MediaStorageSOPInstanceUID
0004: 1511 ReferencedSOPInstanceUIDInFile
0008: 0014 InstanceCreatorUID, 0017 AcquisitionUID, 0018 SOPInstanceUID, 0019 PyramidUID,
  0058 FailedSOPInstanceUIDList, 1155 ReferencedSOPInstanceUID, 1195 TransactionUID,
  3010 IrradiationEventUID
0018: 1002 DeviceUID, 100b ManufacturerDeviceClassUID, 2042 TargetUID
0020: 000d StudyInstanceUID, 000e SeriesInstanceUID, 0052 FrameOfReferenceUID,
  0200 SynchronizationFrameOfReferenceUID, 9161 ConcatenationUID, 9164 DimensionOrganizationUID
0028: 1199 PaletteColorLookupTableUID, 1214 LargePaletteColorLookupTableUID
003a: 0310 MultiplexGroupUID
0040: 0554 SpecimenUID, 4023 ReferencedGeneralPurposeScheduledProcedureStepTransactionUID, a124 UID,
  a171 ObservationUID, a172 ReferencedObservationUIDTrial, a402 ObservationSubjectUIDTrial,
  db0c TemplateExtensionOrganizationUID, db0d TemplateExtensionCreatorUID
0062: 0021 TrackingUID
0064: 0003 SourceFrameOfReferenceUID
0070: 031a FiducialUID, 1101 PresentationDisplayCollectionUID, 1102 PresentationSequenceCollectionUID
0088: 0140 StorageMediaFileSetUID
0400: 0100 DigitalSignatureUID
3006: 0024 ReferencedFrameOfReferenceUID, 00c2 RelatedFrameOfReferenceUID
300a: 0013 DoseReferenceUID, 0083 ReferencedDoseReferenceUID, 0609 TreatmentPositionGroupUID,
  0650 PatientSetupUID, 0700 TreatmentSessionUID, 0785 ReferencedTreatmentPositionGroupUID
3010: 0006 ConceptualVolumeUID, 000b ReferencedConceptualVolumeUID, 0013 ConstituentConceptualVolumeUID,
  0015 SourceConceptualVolumeUID, 0031 ReferencedFiducialsUID, 003b RTTreatmentPhaseUID,
  006e DosimetricObjectiveUID, 006f ReferencedDosimetricObjectiveUID`;

export interface ProfileAttribute {
  readonly name: string;
  /** A cleaned file may contain a substitute value. */
  readonly mayBeMadeUp: boolean;
}

/** By tag as the parser writes it: x00100010. */
export const IDENTIFYING_ATTRIBUTES: ReadonlyMap<string, ProfileAttribute> = read(IDENTIFYING);
export const UID_ATTRIBUTES: ReadonlySet<string> = new Set(read(UIDS).keys());

function read(table: string): Map<string, ProfileAttribute> {
  const attributes = new Map<string, ProfileAttribute>();
  for (const group of table.trim().split(/\n(?=\w)/)) {
    const [number, entries = ''] = group.split(': ');
    for (const [, element, dummy, name = ''] of entries.matchAll(/(\w{4})(=?) (\w+)/g))
      attributes.set(`x${number}${element}`, { name, mayBeMadeUp: dummy === '=' });
  }
  return attributes;
}
